namespace EchoMQ

open System
open System.Globalization

/// A text's characters as Unicode counts them. A .NET string is
/// UTF-16, in which a skull takes two places; a refusal that counts
/// characters has to count it once.
module internal Characters =

    /// The code points, in order. Half a surrogate pair is one too.
    let ofText (text: string) : int list =
        // Each half of a pair carries ten bits of what lies above
        // the first 2^16 code points.
        let paired high low =
            let upper = (int high - 0xD800) <<< 10
            0x10000 + upper + (int low - 0xDC00)

        // Of null, String.length makes 0, and no characters.
        let length = String.length text

        let isPair at =
            at + 1 < length
            && Char.IsSurrogatePair(text[at], text[at + 1])

        0
        |> List.unfold (fun at ->
            if at >= length then
                None
            elif isPair at then
                Some(paired text[at] text[at + 1], at + 2)
            else
                Some(int text[at], at + 1))

    /// Whether this is half a pair. It has no UTF-8, so no store
    /// and no checksum can take it.
    let isLoneSurrogate (character: int) : bool =
        0xD800 <= character && character <= 0xDFFF

    /// How many, in words: `1 character`, `65,000 characters`.
    let counted (number: int) : string =
        let culture = CultureInfo.InvariantCulture

        match number with
        | 1 -> "1 character"
        | _ -> number.ToString("N0", culture) + " characters"

    /// The character, told from its look-alikes: `'-'` in ASCII,
    /// `U+00E9` elsewhere.
    let spelled (character: int) : string =
        if int '!' <= character && character <= int '~' then
            $"'%c{char character}'"
        else
            $"U+%04X{character}"

/// Base62 at a fixed width: eleven digits whose order as text is
/// the order of the numbers they spell.
module Base62 =

    /// The digits, by ascending code point: the first half of why
    /// the order of texts is the order of numbers.
    [<Literal>]
    let Alphabet =
        "0123456789"
        + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        + "abcdefghijklmnopqrstuvwxyz"

    /// So many digits for every number: the other half. Unpadded,
    /// the text "z" would come after "10", which spells more.
    [<Literal>]
    let Width = 11

    /// How the largest signed 64-bit number is spelled, 2^63-1.
    /// Eleven digits could spell far larger ones.
    [<Literal>]
    let Largest = "AzL8n0Y58m7"

    let private radix = int64 Alphabet.Length

    /// Whether this is a digit. Only ASCII will do: Char.IsLetter
    /// would let É pass.
    let isDigit (letter: char) : bool = Alphabet.IndexOf letter >= 0

    /// A number from 0 on, in exactly eleven digits.
    let encode (number: int64) : string =
        if number < 0L then
            let range = $"0 to %d{Int64.MaxValue}"

            invalidArg
                (nameof number)
                $"number must be %s{range}, got %d{number}"

        let rec spell rest digits =
            if String.length digits = Width then
                digits
            else
                let digit = Alphabet[int (rest % radix)]
                spell (rest / radix) (string digit + digits)

        spell number ""

    /// What one digit is worth; raises where it is none.
    let private worth (place: int) (character: int) : int64 =
        // What lies beyond ASCII must not be cut down to a char.
        if character < 128 && isDigit (char character) then
            int64 (Alphabet.IndexOf(char character))
        else
            let given = Characters.spelled character

            invalidArg
                "digits"
                ($"character %d{place + 1} of the payload is "
                 + $"%s{given}; a Base62 digit is 0-9, A-Z or a-z")

    /// The number that eleven digits spell. Raises past 2^63-1: to
    /// wrap round would give one number two spellings.
    let decode (digits: string) : int64 =
        let characters = Characters.ofText digits
        let width = List.length characters

        if width <> Width then
            invalidArg
                (nameof digits)
                ($"payload must have %d{Width} Base62 digits, "
                 + $"got %d{width} characters")

        let number =
            characters
            |> List.mapi worth
            |> List.fold (fun sum value -> sum * radix + value) 0L

        // The sum may have wrapped. The text can't, and texts of one
        // width compare as their numbers do.
        if digits > Largest then
            invalidArg
                (nameof digits)
                $"payload exceeds 2^63-1 (%s{Largest})"

        number
