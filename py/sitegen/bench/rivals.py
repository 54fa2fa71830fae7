"""The queues of others are installed when they are first to be measured, and only then: by no build and by no test.

They have an environment of their own, in `.cache/rivals`, from lock files of their own, which name them and all that they
stand on by version and hash.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

from sitegen import environment
from sitegen.installation import SetupError, install, say
from sitegen.toolchain import Toolchain

LISTS = Path(__file__).parent / "contestants"


def provide(root: Path, say: Callable[[str], None] = say) -> Toolchain:
    """Install those that aren't there yet; where they lie.

    Raises:
        SetupError: where they can't be had.

    """
    rivals = Toolchain(root / ".cache" / "rivals")
    try:
        rivals.root.mkdir(parents=True, exist_ok=True)
        for name in environment.NPM_LISTS:
            shutil.copy((root if name == ".npmrc" else LISTS) / name, rivals.root)
        steps = (
            environment.python_packages(
                rivals, LISTS / "requirements.lock", "Setting up rq and procrastinate, to compare with …"
            ),
            environment.npm_packages(rivals, Toolchain(root), "Setting up BullMQ, to compare with …"),
        )
        install(root / ".cache", steps, say)
    except (OSError, SetupError) as error:
        sentence = f"Nothing was measured, because the queues to compare with can't be had. {error}"
        raise SetupError(sentence) from error
    return rivals
