namespace EchoMQ

/// The verbs of a queue as its callers name them. Each is one
/// transition of `Store`; the state goes in last, so that calls can
/// be piped, and the next state comes out first.
module Jobs =

    open Store

    /// Lets a new id in.
    let enqueue
        (id: string)
        (payload: string)
        (state: QueueState)
        : QueueState * Admission =
        Store.enqueue id payload state

    /// Lends the oldest job for a time.
    let claim
        (now: int64)
        (leaseMs: int64)
        (state: QueueState)
        : QueueState * Job option =
        Store.claim now leaseMs state

    /// Ends a job that is done.
    let complete
        (id: string)
        (token: int)
        (state: QueueState)
        : QueueState * Result<unit, Refusal> =
        Store.complete id token state

    /// Gives a job back that failed.
    let retry
        (id: string)
        (token: int)
        (now: int64)
        (delayMs: int64)
        (maxAttempts: int)
        (error: string)
        (state: QueueState)
        : QueueState * Result<Setback, Refusal> =
        Store.retry id token now delayMs maxAttempts error state

    /// Moves what is due from the schedule to the pending.
    let promote
        (now: int64)
        (limit: int)
        (state: QueueState)
        : QueueState * string list =
        Store.promote now limit state

    /// Takes lapsed leases away.
    let reap
        (now: int64)
        (limit: int)
        (state: QueueState)
        : QueueState * string list =
        Store.reap now limit state

/// One queue behind the same verbs, wherever its state is kept. Who
/// calls through this can't tell one backing from another.
type StorePort =
    abstract Enqueue: id: string -> payload: string -> Admission

    abstract Claim: now: int64 -> leaseMs: int64 -> Job option

    abstract Complete:
        id: string -> token: int -> Result<unit, Refusal>

    abstract Retry:
        id: string ->
        token: int ->
        now: int64 ->
        delayMs: int64 ->
        maxAttempts: int ->
        error: string ->
            Result<Setback, Refusal>

    abstract Promote: now: int64 -> limit: int -> string list

    abstract Reap: now: int64 -> limit: int -> string list

/// The backing that works: one variable, and a lock around it.
module Memory =

    /// A queue that lasts as long as the process.
    let create () : StorePort =
        let current = ref Store.empty
        let turnstile = obj ()

        // From reading the state to replacing it, one at a time: two
        // callers who started from one state would lose a job.
        let step verb =
            lock turnstile (fun () ->
                let next, answer = verb current.Value
                current.Value <- next
                answer)

        { new StorePort with
            member _.Enqueue id payload =
                step (Jobs.enqueue id payload)

            member _.Claim now leaseMs =
                step (Jobs.claim now leaseMs)

            member _.Complete id token =
                step (Jobs.complete id token)

            member _.Retry id token now delayMs maxAttempts error =
                Jobs.retry id token now delayMs maxAttempts error
                |> step

            member _.Promote now limit =
                step (Jobs.promote now limit)

            member _.Reap now limit =
                step (Jobs.reap now limit) }
