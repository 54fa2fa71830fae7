"""Six ids as they were minted, for tests of stores that list them: in the figure they arrive in another order."""

MINTED = (
    "JOB0Dqhu1EacDY",
    "JOB0Dqhu1EacDZ",
    "JOB0Dqhu1EacDa",
    "JOB0Dqhu1EacEA",
    "JOB0Dqhu1EacEa",
    "JOB0Dqhu1EsDLc",
)
"""Of one millisecond and one node, sequences 0, 1, 2, 38 and 64, and one of the next millisecond."""

NUMBERS = tuple(str(187_490_421_964_828_672 + more) for more in (0, 1, 2, 38, 64, 2**22))

FIVE = ("sqlite-number", "sqlite-text", "valkey-member", "postgres-number", "postgres-text")
"""The lists that keep their order."""
