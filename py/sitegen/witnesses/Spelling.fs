namespace EchoMQ

/// How prose spells a number, and what it reads out of an id: what the
/// expressions in sentences may ask beyond the port.
module Spelling =

    let private bytes (text: string) =
        System.Text.Encoding.UTF8.GetBytes text

    let private integer id = snd (BrandedId.decode id)

    // Time in milliseconds on top, then ten bits of node and twelve of
    // sequence. The epoch is 2024-01-01T00:00:00Z.
    let ms number = (number >>> 22) + 1704067200000L
    let node number = (number >>> 12) &&& 1023L
    let sequence number = number &&& 4095L
    let flake id = integer id

    let moment number =
        let time = System.DateTimeOffset.FromUnixTimeMilliseconds(ms number)
        time.UtcDateTime.ToString "yyyy-MM-ddTHH:mm:ss.fffZ"

    let private inThrees (digits: string) =
        let first = (digits.Length - 1) % 3 + 1
        [ for start in first .. 3 .. digits.Length - 1 -> digits.Substring(start, 3) ]
        |> List.fold (fun said three -> said + "," + three) (digits.Substring(0, first))

    /// The words of a refusal, without what .NET adds: the parameter's
    /// name in brackets.
    let refused call =
        try
            call ()
            ""
        with error ->
            let added = error.Message.IndexOf " (Parameter '"
            if added < 0 then error.Message else error.Message.Substring(0, added)

    let rec power (number: int64) exponent =
        if exponent = 0 then 1L else number * power number (exponent - 1)

    let grouped (number: int64) = inThrees (string number)

    let private hexDigits = "0123456789ABCDEF"

    let private inHex width number =
        [ width - 1 .. -1 .. 0 ]
        |> List.map (fun place -> string hexDigits[(number >>> (4 * place)) &&& 15])
        |> String.concat ""

    let hexadecimal number = "0x" + inHex 4 number

    let hexBytes text =
        bytes text |> Array.map (fun one -> inHex 2 (int one)) |> String.concat " "

    let crc16 text = Keyspace.crc16 (bytes text)
    let codeOf (text: string) = inHex 2 (int text[0])
    let characters text = List.length (Characters.ofText text)

    let bitLength (number: int64) =
        let rec count found rest =
            if rest = 0L then found else count (found + 1) (rest >>> 1)

        count 0 number

    let asDouble (number: int64) = int64 (float number)
