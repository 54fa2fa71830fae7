"""The SQL of a column that keeps ids, which SQLite and PostgreSQL read alike."""

from dataclasses import dataclass

from echomq import branded_id

NUMBER = "number"
TEXT = "id"
ENGLISH = "CREATE COLLATION english (provider = icu, locale = 'en-US')"
"""What makes the collation of a locale, in PostgreSQL."""


@dataclass(frozen=True, slots=True)
class Column:
    """The one column of a table: `name` says whether it keeps the number of an id or its text."""

    table: str
    name: str
    declared: str

    @property
    def made(self) -> str:
        """What makes the table."""
        return f"CREATE TABLE {self.table} ({self.name} {self.declared})"

    @property
    def read(self) -> str:
        """What lists it in its own order."""
        return f"SELECT {self.name} FROM {self.table} ORDER BY {self.name}"  # noqa: S608 - names of ours

    def insert(self, branded: str) -> str:
        """What puts an id in; of an id there is nothing to escape."""
        return f"INSERT INTO {self.table} VALUES ({self.value(branded)})"  # noqa: S608 - an id of the right shape

    def found(self, comparison: str, branded: str) -> str:
        """What lists the rows that compare so with an id."""
        return f"SELECT {self.name} FROM {self.table} WHERE {self.name} {comparison} {self.value(branded)} ORDER BY {self.name}"  # noqa: S608 - as above

    def value(self, branded: str) -> str:
        """An id as it is written into the column."""
        return str(branded_id.decode(branded)[1]) if self.name == NUMBER else f"'{branded}'"


def json_of(branded: str) -> str:
    """Return a JSON object that holds the number of an id as a number."""
    return f'{{"id": {branded_id.decode(branded)[1]}}}'
