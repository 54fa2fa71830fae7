namespace EchoMQ

/// The ids that wait, by group, and whose turn it is.
type Lanes =
    { /// None is the lane of those without a group.
      Waiting: Map<string option, Set<string>>
      /// Each lane that isn't empty, the next one first.
      Ring: string option list }

/// Lanes take turns, so that a crowd in one of them holds up none of
/// the others: between two services of one lane each other that
/// stayed ready is served once.
module Lanes =

    /// Nobody waits.
    let empty: Lanes = { Waiting = Map.empty; Ring = [] }

    /// Lets an id wait in the lane of its group. A lane that was
    /// empty joins the ring at its end.
    let add
        (id: string)
        (group: string option)
        (lanes: Lanes)
        : Lanes =
        match Map.tryFind group lanes.Waiting with
        | Some ids ->
            let waiting = Map.add group (Set.add id ids) lanes.Waiting
            { lanes with Waiting = waiting }
        | None ->
            let ids = Set.singleton id

            { Waiting = Map.add group ids lanes.Waiting
              Ring = lanes.Ring @ [ group ] }

    /// Takes the oldest id of the lane whose turn it is, which then
    /// goes to the end of the ring. None if nobody waits.
    let take (lanes: Lanes) : (string * Lanes) option =
        match lanes.Ring with
        | [] -> None
        | group :: others ->
            let ids = lanes.Waiting[group]
            // The smallest id is the oldest: no column says when.
            let id = Set.minElement ids
            let left = Set.remove id ids

            let after =
                if Set.isEmpty left then
                    { Waiting = Map.remove group lanes.Waiting
                      Ring = others }
                else
                    { Waiting = Map.add group left lanes.Waiting
                      Ring = others @ [ group ] }

            Some(id, after)
