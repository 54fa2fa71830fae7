"""An id minted by what the world says: at the reader's time, on a node that chance picks."""

from echomq import branded_id, snowflake
from widgets.seam.contract import World


def minted(world: World, namespace: str = "JOB") -> str:
    """Return a branded id of sequence 0; a clock out of range counts as its nearest end."""
    now = min(max(world.now, snowflake.EPOCH_MS), snowflake.MAX_MS)
    return branded_id.compose(namespace, snowflake.Snowflake(now, world.seed % (snowflake.MAX_NODE + 1), 0).pack())
