namespace EchoMQ

/// What became of an id that asked to be let in.
[<RequireQualifiedAccess>]
type Admission =
    | Enqueued
    | Scheduled
    /// It has a row already, in whichever set. Nothing was changed,
    /// and the first payload stays.
    | Duplicate

/// Why a call that showed a token changed nothing.
[<RequireQualifiedAccess>]
type Refusal =
    /// There is no such row: it was completed, or never let in.
    | Gone
    /// The row is there, but not held under this token.
    | Stale

/// What became of a job that its holder gave back.
[<RequireQualifiedAccess>]
type Setback =
    /// Another attempt is due later.
    | Scheduled
    /// That was the last one.
    | Dead

/// How many ids each set holds.
type Counts =
    { Pending: int
      Schedule: int
      Active: int
      Dead: int }

/// The rules of the queue. Each verb takes a state and answers with
/// the next one and what it has to say; nothing changes in place.
/// Time comes in as a number, so a call can be made again.
module Store =

    /// The ids of a queue are of one namespace: between two there is
    /// no order of time for `claim` to follow.
    [<Literal>]
    let Namespace = "JOB"

    /// A queue, whole: its rows, and how far each job has come.
    type QueueState =
        { Rows: Map<string, Job>
          /// Ids alone, and by them in the order of their minting.
          Pending: Set<string>
          /// The same ids by group, and whose turn it is.
          Lanes: Lanes
          /// The time at which an id becomes pending.
          Schedule: Map<string, int64>
          /// The time from which a lease may be ended.
          Active: Map<string, int64>
          Dead: Set<string> }

    /// A queue that nothing has happened to.
    let empty: QueueState =
        { Rows = Map.empty
          Pending = Set.empty
          Lanes = Lanes.empty
          Schedule = Map.empty
          Active = Map.empty
          Dead = Set.empty }

    let private demandAtLeast
        (least: int64)
        (name: string)
        (value: int64)
        : unit =
        if value < least then
            invalidArg
                name
                $"%s{name} must be %d{least} or more, got %d{value}"

    /// `now + ms`. Raises past the last int64, where the sum would
    /// wrap round to a time long gone.
    let private timeAfter
        (now: int64)
        (name: string)
        (ms: int64)
        : int64 =
        let last = System.Int64.MaxValue

        if now > 0L && ms > last - now then
            invalidArg
                name
                ($"%s{name} must end by %d{last}, "
                 + $"got %d{ms} from %d{now} on")

        now + ms

    let private demandAdmissible (id: string) : unit =
        let given, _ = BrandedId.decode id

        if given <> Namespace then
            invalidArg
                (nameof id)
                $"this queue holds %s{Namespace} ids, got %s{id}"

    /// Puts a new id among the pending, in the lane of its group.
    /// Raises for an id that could belong to no such queue: its
    /// shape, its size, its namespace.
    let enqueueIn
        (group: string option)
        (id: string)
        (payload: string)
        (state: QueueState)
        : QueueState * Admission =
        demandAdmissible id

        if Map.containsKey id state.Rows then
            state, Admission.Duplicate
        else
            let row = { Job.create id payload with Group = group }

            { state with
                Rows = Map.add id row state.Rows
                Pending = Set.add id state.Pending
                Lanes = Lanes.add id group state.Lanes },
            Admission.Enqueued

    /// Puts a new id among the pending, in no group.
    let enqueue
        (id: string)
        (payload: string)
        (state: QueueState)
        : QueueState * Admission =
        enqueueIn None id payload state

    /// Puts a new id of a group into the schedule, where `promote`
    /// finds it from `due` on.
    let enqueueAtIn
        (group: string option)
        (id: string)
        (payload: string)
        (due: int64)
        (state: QueueState)
        : QueueState * Admission =
        demandAdmissible id

        if Map.containsKey id state.Rows then
            state, Admission.Duplicate
        else
            let row =
                { Job.create id payload with
                    State = JobState.Scheduled
                    Group = group }

            { state with
                Rows = Map.add id row state.Rows
                Schedule = Map.add id due state.Schedule },
            Admission.Scheduled

    /// Puts a new id into the schedule, in no group.
    let enqueueAt
        (id: string)
        (payload: string)
        (due: int64)
        (state: QueueState)
        : QueueState * Admission =
        enqueueAtIn None id payload due state

    /// Lends the oldest job of the lane whose turn it is, until
    /// `now + leaseMs`. One more attempt is counted, and that number
    /// is the lease's token.
    let claim
        (now: int64)
        (leaseMs: int64)
        (state: QueueState)
        : QueueState * Job option =
        demandAtLeast 1L (nameof leaseMs) leaseMs
        let deadline = timeAfter now (nameof leaseMs) leaseMs

        match Lanes.take state.Lanes with
        | None -> state, None
        | Some(id, lanes) ->
            let row = state.Rows[id]

            let lent =
                { row with
                    State = JobState.Active
                    Attempts = row.Attempts + 1 }

            { state with
                Rows = Map.add id lent state.Rows
                Pending = Set.remove id state.Pending
                Lanes = lanes
                Active = Map.add id deadline state.Active },
            Some lent

    /// The row, if this token holds it. The number alone won't do: a
    /// row that was given back still shows the one it had.
    let private held
        (id: string)
        (token: int)
        (state: QueueState)
        : Result<Job, Refusal> =
        match Map.tryFind id state.Rows with
        | None -> Error Refusal.Gone
        | Some row ->
            match row.State with
            | JobState.Active when row.Attempts = token -> Ok row
            | _ -> Error Refusal.Stale

    /// Deletes the row, and with it the lease.
    let complete
        (id: string)
        (token: int)
        (state: QueueState)
        : QueueState * Result<unit, Refusal> =
        match held id token state with
        | Error refusal -> state, Error refusal
        | Ok _ ->
            { state with
                Rows = Map.remove id state.Rows
                Active = Map.remove id state.Active },
            Ok()

    /// Gives a job back with its error: for another attempt at
    /// `now + delayMs`, or to the dead once `maxAttempts` are spent.
    let retry
        (id: string)
        (token: int)
        (now: int64)
        (delayMs: int64)
        (maxAttempts: int)
        (error: string)
        (state: QueueState)
        : QueueState * Result<Setback, Refusal> =
        demandAtLeast 0L (nameof delayMs) delayMs
        demandAtLeast 1L (nameof maxAttempts) (int64 maxAttempts)
        let due = timeAfter now (nameof delayMs) delayMs

        match held id token state with
        | Error refusal -> state, Error refusal
        | Ok row ->
            let leaving jobState =
                let row =
                    { row with
                        State = jobState
                        LastError = Some error }

                { state with
                    Rows = Map.add id row state.Rows
                    Active = Map.remove id state.Active }

            if row.Attempts >= maxAttempts then
                let dead = Set.add id state.Dead

                { leaving JobState.Dead with
                    Dead = dead },
                Ok Setback.Dead
            else
                let schedule = Map.add id due state.Schedule

                { leaving JobState.Scheduled with
                    Schedule = schedule },
                Ok Setback.Scheduled

    /// Moves the end of a lease to `now + leaseMs`.
    let extend
        (id: string)
        (token: int)
        (now: int64)
        (leaseMs: int64)
        (state: QueueState)
        : QueueState * Result<unit, Refusal> =
        demandAtLeast 1L (nameof leaseMs) leaseMs
        let deadline = timeAfter now (nameof leaseMs) leaseMs

        match held id token state with
        | Error refusal -> state, Error refusal
        | Ok _ ->
            let active = Map.add id deadline state.Active
            { state with Active = active }, Ok()

    /// The ids whose time has come, by (time, id): a map gives them
    /// by id, and the sort keeps that order where times are equal.
    let private due
        (now: int64)
        (limit: int)
        (times: Map<string, int64>)
        : string list =
        Map.toList times
        |> List.filter (fun (_, time) -> time <= now)
        |> List.sortBy snd
        |> List.truncate limit
        |> List.map fst

    let private pend (state: QueueState) (id: string) : QueueState =
        let row = state.Rows[id]
        let waiting = { row with State = JobState.Pending }

        { state with
            Rows = Map.add id waiting state.Rows
            Pending = Set.add id state.Pending
            Lanes = Lanes.add id row.Group state.Lanes }

    /// Makes the scheduled ids pending that are due.
    let promote
        (now: int64)
        (limit: int)
        (state: QueueState)
        : QueueState * string list =
        demandAtLeast 0L (nameof limit) (int64 limit)
        let ids = due now limit state.Schedule
        let schedule = List.foldBack Map.remove ids state.Schedule
        let rest = { state with Schedule = schedule }
        List.fold pend rest ids, ids

    /// Ends the leases that have lapsed. Attempts stay as they are,
    /// so that the next claim's token is larger than the late one.
    let reap
        (now: int64)
        (limit: int)
        (state: QueueState)
        : QueueState * string list =
        demandAtLeast 0L (nameof limit) (int64 limit)
        let ids = due now limit state.Active
        let active = List.foldBack Map.remove ids state.Active
        let rest = { state with Active = active }
        List.fold pend rest ids, ids

    /// Pending ids, the newest first.
    let browse (limit: int) (state: QueueState) : string list =
        demandAtLeast 0L (nameof limit) (int64 limit)

        Set.toList state.Pending
        |> List.rev
        |> List.truncate limit

    /// The row of an id.
    let get (id: string) (state: QueueState) : Job option =
        Map.tryFind id state.Rows

    /// How many ids each set holds.
    let counts (state: QueueState) : Counts =
        { Counts.Pending = Set.count state.Pending
          Schedule = Map.count state.Schedule
          Active = Map.count state.Active
          Dead = Set.count state.Dead }
