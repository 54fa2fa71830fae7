namespace EchoMQ

/// Where a server will be spoken to. So far nobody is at the other
/// end: no script is sent, and no answer can come.
module Connector =

    /// Will run a script at the server, with the keys it touches and
    /// its other arguments, in one step.
    let eval
        (_script: string)
        (_keys: string list)
        (_argv: string list)
        : 'answer =
        failwith "EchoMQ Valkey connector: coming soon"

/// The backing to come, already behind the same verbs. All keys of a
/// call wear the queue's hashtag: a cluster runs the script on the
/// one node that has them all.
module Valkey =

    /// The queue of that name, at the server.
    let create (queue: string) : StorePort =
        let key = Keyspace.queueKey queue
        let row = Keyspace.jobKey queue

        // The rows that a sweep or a claim will find can't be named
        // beforehand, so those scripts are told how rows begin.
        let rows = key "job:"

        { new StorePort with
            member _.Enqueue id payload =
                [ id; payload ]
                |> Connector.eval "enqueue" [ row id; key "pending" ]

            // No caller's clock decides here: the server has one.
            member _.Claim _now leaseMs =
                [ rows; string leaseMs ]
                |> Connector.eval
                    "claim"
                    [ key "pending"; key "active" ]

            member _.Complete id token =
                [ id; string token ]
                |> Connector.eval "complete" [ row id; key "active" ]

            member _.Retry id token _now delayMs maxAttempts error =
                [ id
                  string token
                  string delayMs
                  string maxAttempts
                  error ]
                |> Connector.eval
                    "retry"
                    [ row id
                      key "active"
                      key "schedule"
                      key "dead" ]

            member _.Promote _now limit =
                [ rows; string limit ]
                |> Connector.eval
                    "promote"
                    [ key "schedule"; key "pending" ]

            member _.Reap _now limit =
                [ rows; string limit ]
                |> Connector.eval
                    "reap"
                    [ key "active"; key "pending" ] }
