namespace EchoMQ

open System.Text

/// Every key of a queue wears the queue's name in braces, so that a
/// cluster keeps them all in one slot.
module Keyspace =

    /// How many slots a cluster deals its keys into.
    [<Literal>]
    let Slots = 16384

    /// Half a surrogate pair can't be sent: it has no bytes.
    let private hasNoBytes (text: string) : bool =
        Characters.ofText text
        |> List.exists Characters.isLoneSurrogate

    /// Fills the grammar in, and asks nothing. Two callers use it:
    /// `queueKey` and `jobKey`, which have asked.
    let composeUnchecked (queue: string) (keyType: string) : string =
        String.concat ":" [ "emq"; "{" + queue + "}"; keyType ]

    /// Why `queue` can't name a queue; None if it can.
    let queueRefusal (queue: string) : string option =
        let requires what = Some("queueKey requires a " + what)
        let isBrace letter = letter = '{' || letter = '}'
        let isNul letter = letter = '\000'

        // An empty name, or one that begins with a closing brace,
        // makes an empty pair: each key would be hashed whole, and
        // the queue scattered over slots. A closing brace further
        // on ends the hashtag early. An opening one would do no
        // harm here, but parsers disagree about nested braces.
        if queue = "" || String.exists isBrace queue then
            requires "non-empty queue name without '{' or '}'"
        elif String.exists isNul queue then
            requires "queue name without NUL"
        elif hasNoBytes queue then
            requires "queue name without lone surrogates"
        else
            None

    /// The key of what a queue owns once: `emq:{q}:<type>`.
    let queueKey (queue: string) (keyType: string) : string =
        queueRefusal queue
        |> Option.iter (invalidArg (nameof queue))

        if hasNoBytes keyType then
            invalidArg
                (nameof keyType)
                ("queueKey requires a key type "
                 + "without lone surrogates")

        composeUnchecked queue keyType

    /// The key of one job's row: `emq:{q}:job:<id>`.
    let jobKey (queue: string) (branded: string) : string =
        queueRefusal queue
        |> Option.iter (invalidArg (nameof queue))

        if not (BrandedId.isValid branded) then
            invalidArg
                (nameof branded)
                "jobKey requires a valid branded id"

        composeUnchecked queue ("job:" + branded)

    /// Raises for a key that has no UTF-8, and says where.
    let private demandBytes (key: string) : unit =
        let characters = Characters.ofText key

        let lone =
            characters |> List.tryFindIndex Characters.isLoneSurrogate

        match lone with
        | None -> ()
        | Some at ->
            let given = Characters.spelled characters[at]

            invalidArg
                (nameof key)
                ($"character %d{at + 1} of the key, %s{given}, "
                 + "is a lone surrogate: it has no UTF-8")

    /// The text between the first opening brace and the first
    /// closing brace after it, if there is any; else the whole key.
    let hashtag (key: string) : string =
        demandBytes key

        match key.IndexOf '{' with
        | -1 -> key
        | opening ->
            match key.IndexOf('}', opening + 1) with
            | -1 -> key
            // An empty pair ends the search: no later one counts.
            | closing when closing = opening + 1 -> key
            | closing -> key[opening + 1 .. closing - 1]

    /// The register after one byte more. Its bits leave at the top,
    /// and each that was set leaves the polynomial behind, whose own
    /// top bit clears the seventeenth: an int never outgrows 16.
    let private fed (register: int) (next: byte) : int =
        let shifted register _ =
            let moved = register <<< 1

            if moved &&& 0x10000 = 0 then
                moved
            else
                moved ^^^ 0x11021

        List.fold shifted (register ^^^ (int next <<< 8)) [ 1..8 ]

    /// CRC-16, the variant XMODEM: polynomial 1021 in hexadecimal,
    /// initial value 0, nothing reflected.
    let crc16 (bytes: byte[]) : int = Array.fold fed 0 bytes

    /// The hash slot of a key, 0 to 16383.
    let slot (key: string) : int =
        // Both braces are ASCII, and in UTF-8 no other character has
        // such bytes: to cut the text was to cut its bytes.
        crc16 (Encoding.UTF8.GetBytes(hashtag key)) % Slots

    /// First and last slot of each of `count` nodes, as a fresh
    /// cluster deals them out: borders rounded to whole slots.
    let nodeRanges (count: int) : (int * int) list =
        if count < 1 || count > Slots then
            invalidArg
                (nameof count)
                $"count must be 1 to %d{Slots} nodes, got %d{count}"

        [ 0..count ]
        |> List.map (fun node ->
            (2 * Slots * node + count) / (2 * count))
        |> List.pairwise
        |> List.map (fun (first, next) -> first, next - 1)
