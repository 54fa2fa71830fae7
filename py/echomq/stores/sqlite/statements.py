"""What each verb says in SQL.

The states are written out, because only a condition in the words of a partial index lets that index be used: a claim
then reads one row, however many there are. Columns are listed in the order in which `rows` takes and gives them.
"""

ADMIT = """
INSERT INTO job (number, state, attempts, payload, "group", due, beyond) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (number) DO NOTHING
"""

JOIN = """
INSERT INTO ring (lane) SELECT coalesce("group", 0) FROM job WHERE number = ?
ON CONFLICT (lane) DO NOTHING
"""

NEXT = """
SELECT turn, lane FROM ring ORDER BY turn LIMIT 1
"""

CLAIM = """
UPDATE job SET state = 'active', attempts = attempts + 1, deadline = :near, beyond = :beyond
WHERE number = (
    SELECT number FROM job WHERE state = 'pending' AND coalesce("group", 0) = :lane ORDER BY number LIMIT 1
)
RETURNING number, state, attempts, payload, "group", progress, last_error
"""

LEAVE = """
DELETE FROM ring
WHERE turn = :turn AND NOT EXISTS (SELECT 1 FROM job WHERE state = 'pending' AND coalesce("group", 0) = :lane)
"""

# A lane at the ring's end, as the only one always is, stays there: each page that a claim leaves alone is one less to write.
ROTATE = """
UPDATE ring SET turn = last + 1 FROM (SELECT max(turn) AS last FROM ring) WHERE turn = :turn AND turn < last
"""

COMPLETE = """
DELETE FROM job
WHERE number = :number AND state = 'active' AND attempts = :token
"""

POSTPONE = """
UPDATE job SET state = 'scheduled', deadline = NULL, due = :near, beyond = :beyond, last_error = :error
WHERE number = :number AND state = 'active' AND attempts = :token
"""

BURY = """
UPDATE job SET state = 'dead', deadline = NULL, beyond = NULL, last_error = :error
WHERE number = :number AND state = 'active' AND attempts = :token
"""

EXTEND = """
UPDATE job SET deadline = :near, beyond = :beyond
WHERE number = :number AND state = 'active' AND attempts = :token
"""

DUE = """
SELECT number FROM job WHERE state = 'scheduled' AND (due, beyond) <= (:near, :beyond)
ORDER BY due, beyond, number LIMIT :limit
"""

LAPSED = """
SELECT number FROM job WHERE state = 'active' AND (deadline, beyond) <= (:near, :beyond)
ORDER BY deadline, beyond, number LIMIT :limit
"""

RELEASE = """
UPDATE job SET state = 'pending', due = NULL, deadline = NULL, beyond = NULL WHERE number = ?
"""

BROWSE = """
SELECT number FROM job WHERE state = 'pending' ORDER BY number DESC LIMIT ?
"""

GET = """
SELECT number, state, attempts, payload, "group", progress, last_error FROM job WHERE number = :number
"""

COUNTS = """
SELECT (SELECT count(*) FROM job WHERE state = 'pending'), (SELECT count(*) FROM job WHERE state = 'scheduled'),
       (SELECT count(*) FROM job WHERE state = 'active'), (SELECT count(*) FROM job WHERE state = 'dead')
"""
