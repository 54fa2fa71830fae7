"""What each verb says in SQL: one call of a function that lies beside the tables, so one trip and one transaction.

**Who waits for whom.** A claim waits for nobody. It takes the lane whose turn it is and locks its row of the ring; lanes
that others have locked just now are passed over (SKIP LOCKED), and so are lanes that took a later turn since we looked,
so that with as many lanes as workers each is served in its turn. A lane that was served goes to the ring's end, unless
it is there already, as the only one always is. If all lanes that have jobs are taken, the claim serves
one of them all the same, in the order of turns, and leaves the turning to whoever holds it: the jobs of one lane can be
claimed by many at once, and None is answered only where every pending job is being claimed.

A lane leaves the ring when its last job does, which must not happen while another job is on its way in. Whoever puts a
job in a lane holds on to the lane until the end of the transaction (FOR KEY SHARE, which any number can at once, and
which lets the lane take its turns). Whoever removes it asks for it alone (FOR UPDATE), never waits for that, and then
looks once more whether it is empty. If it can't be had, an empty lane stays, and the next claim that passes removes it.

**Why nothing locks up.** Only those who let jobs in wait while they hold something: for the one lane of their job, or, in
a sweep, for several lanes, which are then taken in the order of their bytes. Every other verb waits for one row at most
and holds none meanwhile. Sweeps pass over rows that are locked: another sweep has them, or their holder is at work.

All of this rests on READ COMMITTED, where each statement of a function sees what was committed before it began.
"""

from psycopg.sql import SQL

# A lane is looked for as a range, so that one index alone has the order that is asked for. By equality it would be that of
# the numbers, and walking all that wait, in hope of meeting the lane soon, would sometimes seem to be the shorter way.
# What reads or writes a table is plpgsql, which keeps its plans: before PostgreSQL 18 a function in SQL is planned anew by
# each call, and that took a claim twice as long as all the rest of it.
# A time arrives in two columns (see `echomq.times`) and a word: whether it is to be counted from the server's clock.
FUNCTIONS = SQL("""
CREATE FUNCTION {schema}.moment(is_from_now boolean, ms bigint) RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT CASE WHEN is_from_now THEN floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ms ELSE ms END
$$;

CREATE FUNCTION {schema}.join_ring(joining bytea, new_turn bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    LOOP
        PERFORM FROM {schema}.ring WHERE lane = joining FOR KEY SHARE;
        EXIT WHEN FOUND;
        INSERT INTO {schema}.ring VALUES (joining, new_turn) ON CONFLICT (lane) DO NOTHING;
        EXIT WHEN FOUND;
    END LOOP;
END $$;

CREATE FUNCTION {schema}.oldest(waiting bytea) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    RETURN (
        SELECT number FROM {schema}.job WHERE state = 'pending' AND lane BETWEEN waiting AND waiting
        ORDER BY lane, number LIMIT 1
    );
END $$;

CREATE FUNCTION {schema}.leave_ring(leaving bytea) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF {schema}.oldest(leaving) IS NOT NULL THEN
        RETURN false;
    END IF;
    PERFORM FROM {schema}.ring WHERE lane = leaving FOR UPDATE SKIP LOCKED;
    IF NOT FOUND OR {schema}.oldest(leaving) IS NOT NULL THEN
        RETURN false;
    END IF;
    DELETE FROM {schema}.ring WHERE lane = leaving;
    RETURN true;
END $$;

CREATE FUNCTION {schema}.admit(
    new_number bigint, new_state text, new_payload bytea, new_group bytea, new_due bigint, new_beyond text
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    joining bytea;
BEGIN
    INSERT INTO {schema}.job (number, state, attempts, payload, "group", due, beyond)
    VALUES (new_number, new_state, 0, new_payload, new_group, new_due, new_beyond)
    ON CONFLICT (number) DO NOTHING RETURNING lane INTO joining;
    IF joining IS NULL THEN
        RETURN false;
    END IF;
    IF new_state = 'pending' THEN
        PERFORM {schema}.join_ring(joining, nextval({turns}));
    END IF;
    RETURN true;
END $$;

CREATE FUNCTION {schema}.lend(serving bytea, is_from_now boolean, ms bigint, far text)
RETURNS {schema}.job LANGUAGE plpgsql AS $$
DECLARE
    lent {schema}.job;
BEGIN
    UPDATE {schema}.job
    SET state = 'active', attempts = attempts + 1, due = {schema}.moment(is_from_now, ms), beyond = far
    WHERE number = (
        SELECT number FROM {schema}.job WHERE state = 'pending' AND lane BETWEEN serving AND serving
        ORDER BY lane, number LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING * INTO lent;
    RETURN lent;
END $$;

CREATE FUNCTION {schema}.claim(is_from_now boolean, ms bigint, far text)
RETURNS SETOF {schema}.job LANGUAGE plpgsql AS $$
DECLARE
    here bigint := 0;
    last bigint := (SELECT max(turn) FROM {schema}.ring);
    serving bytea;
    lent {schema}.job;
BEGIN
    LOOP
        SELECT turn, lane INTO here, serving FROM {schema}.ring WHERE turn > here AND turn <= last
        ORDER BY turn LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
        EXIT WHEN NOT FOUND;
        lent := {schema}.lend(serving, is_from_now, ms, far);
        IF lent.number IS NOT NULL THEN
            IF NOT {schema}.leave_ring(serving) AND here < last THEN
                UPDATE {schema}.ring SET turn = nextval({turns}) WHERE lane = serving;
            END IF;
            RETURN NEXT lent;
            RETURN;
        END IF;
        PERFORM {schema}.leave_ring(serving);
    END LOOP;
    FOR serving IN SELECT lane FROM {schema}.ring ORDER BY turn LOOP
        lent := {schema}.lend(serving, is_from_now, ms, far);
        IF lent.number IS NOT NULL THEN
            PERFORM {schema}.leave_ring(serving);
            RETURN NEXT lent;
            RETURN;
        END IF;
    END LOOP;
END $$;

CREATE FUNCTION {schema}.refusal(asked bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN CASE WHEN EXISTS (SELECT FROM {schema}.job WHERE number = asked) THEN 'stale' ELSE 'gone' END;
END $$;

CREATE FUNCTION {schema}.complete(held bigint, token bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM {schema}.job WHERE number = held AND state = 'active' AND attempts = token;
    RETURN CASE WHEN FOUND THEN 'ok' ELSE {schema}.refusal(held) END;
END $$;

CREATE FUNCTION {schema}.extend(held bigint, token bigint, is_from_now boolean, ms bigint, far text)
RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    UPDATE {schema}.job SET due = {schema}.moment(is_from_now, ms), beyond = far
    WHERE number = held AND state = 'active' AND attempts = token;
    RETURN CASE WHEN FOUND THEN 'ok' ELSE {schema}.refusal(held) END;
END $$;

CREATE FUNCTION {schema}.retry(
    held bigint, token bigint, is_from_now boolean, ms bigint, far text, is_last boolean, error bytea
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text := CASE WHEN is_last THEN 'dead' ELSE 'scheduled' END;
BEGIN
    UPDATE {schema}.job
    SET state = answer, last_error = error,
        due = CASE WHEN NOT is_last THEN {schema}.moment(is_from_now, ms) END, beyond = CASE WHEN NOT is_last THEN far END
    WHERE number = held AND state = 'active' AND attempts = token;
    RETURN CASE WHEN FOUND THEN answer ELSE {schema}.refusal(held) END;
END $$;

CREATE FUNCTION {schema}.sweep(swept text, is_from_now boolean, ms bigint, far text, most bigint)
RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
    now bigint := {schema}.moment(is_from_now, ms);
    numbers bigint[];
    joining record;
BEGIN
    WITH near AS (
        SELECT number, due, beyond FROM {schema}.job WHERE state = swept AND beyond = '' AND due <= now
        ORDER BY due, number LIMIT most FOR UPDATE SKIP LOCKED
    ), distant AS (
        SELECT number, due, beyond FROM {schema}.job
        WHERE state = swept AND beyond <> '' AND (due, beyond) <= (now, far)
        ORDER BY due, beyond, number LIMIT most FOR UPDATE SKIP LOCKED
    ), found AS (
        SELECT * FROM near UNION ALL SELECT * FROM distant ORDER BY due, beyond, number LIMIT most
    )
    SELECT array_agg(number ORDER BY due, beyond, number) INTO numbers FROM found;
    UPDATE {schema}.job SET state = 'pending', due = NULL, beyond = NULL WHERE number = ANY (numbers);
    FOR joining IN
        SELECT lane, turn FROM (
            SELECT lane, nextval({turns}) AS turn FROM (
                SELECT lane FROM unnest(numbers) WITH ORDINALITY AS each (number, place)
                JOIN {schema}.job USING (number) GROUP BY lane ORDER BY min(place)
            ) AS filled
        ) AS turned ORDER BY lane
    LOOP
        PERFORM {schema}.join_ring(joining.lane, joining.turn);
    END LOOP;
    RETURN QUERY SELECT unnest(numbers);
END $$;
""")
