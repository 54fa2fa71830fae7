namespace EchoMQ

/// Which of a queue's four sets holds the job's id.
[<RequireQualifiedAccess>]
type JobState =
    | Pending
    | Scheduled
    | Active
    | Dead

/// One row: what a job's key points at.
type Job =
    { Id: string
      State: JobState
      /// The claims so far. The last of them is the token that the
      /// holder shows: a lease handed out later has a larger one.
      Attempts: int
      /// Text, which the queue keeps and never reads.
      Payload: string
      Group: string option
      Progress: string option
      /// What the last retry reported.
      LastError: string option }

/// How a row begins.
module Job =

    /// The row of a job that nobody has claimed yet. Its id is not
    /// judged here: stores and keys do that.
    let create (id: string) (payload: string) : Job =
        { Id = id
          State = JobState.Pending
          Attempts = 0
          Payload = payload
          Group = None
          Progress = None
          LastError = None }
