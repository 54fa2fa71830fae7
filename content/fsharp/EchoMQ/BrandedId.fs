namespace EchoMQ

/// A branded id is three capital letters that say what it names,
/// then a snowflake in eleven digits of Base62.
module BrandedId =

    [<Literal>]
    let NamespaceWidth = 3

    [<Literal>]
    let Width = 14

    /// A-Z and nothing else: Char.IsUpper would let É pass.
    let private isCapital (letter: char) : bool =
        'A' <= letter && letter <= 'Z'

    /// Whether this is three letters A-Z.
    let isNamespace (text: string) : bool =
        String.length text = NamespaceWidth
        && String.forall isCapital text

    /// Whether a letter may stand at its place, counted from 0.
    let private fits (place: int, letter: char) : bool =
        if place < NamespaceWidth then
            isCapital letter
        else
            Base62.isDigit letter

    /// The gate. It asks about the shape and nothing else: most
    /// texts of this shape spell a number past 2^63-1, and to
    /// refuse those is the part of `decode`.
    let isValid (id: string) : bool =
        // Of null, String.length makes 0.
        String.length id = Width
        && id |> Seq.indexed |> Seq.forall fits

    /// What kind of character this is, where it can't stand.
    let private kind (character: int) : string =
        if character >= 128 then "is not ASCII"
        elif System.Char.IsLower(char character) then "is lower case"
        elif System.Char.IsDigit(char character) then "is a digit"
        else "is neither letter nor digit"

    /// Why a character is wrong at its place; None if it isn't.
    let private fault (place: int) (character: int) : string option =
        let wanted =
            if place < NamespaceWidth then
                "a namespace letter is A-Z"
            else
                "a Base62 digit is 0-9, A-Z or a-z"

        // What lies beyond ASCII must not be cut down to a char.
        if character < 128 && fits (place, char character) then
            None
        else
            let given = Characters.spelled character
            let said = $"%s{given} %s{kind character}; %s{wanted}"
            Some $"character %d{place + 1}: %s{said}"

    /// All that keeps a text from being an id, in one sentence: the
    /// long answer where `isValid` gives the short one.
    let faults (text: string) : string =
        let characters = Characters.ofText text

        let wrong =
            characters
            |> List.truncate Width
            |> List.mapi fault
            |> List.choose id

        // Three are enough to see by. What lies past the fourteenth
        // can't be right, whatever it is.
        let said =
            [ if characters.Length <> Width then
                  let given = Characters.counted characters.Length
                  $"it has %s{given}, not %d{Width}"
              yield! List.truncate 3 wrong
              if wrong.Length > 3 then
                  let others = Characters.counted (wrong.Length - 3)
                  $"and %s{others} more" ]

        match said with
        | [] -> "nothing is wrong with it"
        | _ -> String.concat "; " said

    /// Namespace and integer. Raises for a wrong shape, and for a
    /// number past 2^63-1.
    let decode (id: string) : string * int64 =
        if not (isValid id) then
            invalidArg (nameof id) $"not a branded id: %s{faults id}"

        let digits = id.Substring NamespaceWidth
        id.Substring(0, NamespaceWidth), Base62.decode digits

    /// What was given instead: the text where it can be read at a
    /// glance, else how long it is.
    let private given (text: string) : string =
        let characters = Characters.ofText text
        let isPlain character = 32 <= character && character < 127

        if characters.Length <= 40 && List.forall isPlain characters then
            $"'%s{text}'"
        else
            Characters.counted characters.Length

    /// A number from 0 on, as an id of that namespace.
    let compose (prefix: string) (number: int64) : string =
        if not (isNamespace prefix) then
            invalidArg
                (nameof prefix)
                ("namespace must be three letters A-Z, "
                 + $"got %s{given prefix}")

        prefix + Base62.encode number
