import Services
import Testing

@testable import Askpass

@Suite("The prompts of git and ssh")
struct PromptTests {
  @Test(
    "A prompt is recognized by its beginning, whatever follows",
    arguments: [
      ("Username for 'https://example.org': ", "", .userName),
      ("Password for 'https://ann@example.org': ", "", .password),
      ("ann@example.org's password: ", "", .password),
      ("Enter passphrase for key '/home/ann/.ssh/id_ed25519': ", "", .passphrase),
      ("Enter PIN for ED25519-SK key /home/ann/.ssh/id: ", "", .code),
      ("(ann@example.org) Verification code: ", "", .code),
      ("Confirm user presence for key ED25519-SK SHA256:x", "none", .notice),
      ("Allow use of key id?", "confirm", .consent),
      (
        "The authenticity of host 'x (1.2.3.4)' can't be established.\nSure (yes/no)? ", "",
        .hostKey
      ),
      // A prompt in a server's own words.
      ("(ann@x) The authenticity of host 'y' (yes/no)? ", "", .code),
      ("(ann@x) Enter passphrase for key 'a': ", "", .code),
      ("(ann@x) ann@x's password: ", "", .code),
      ("", "", .code),
    ] as [(String, String, CredentialQuestion.Kind)])
  func kinds(prompt: String, hint: String, kind: CredentialQuestion.Kind) {
    #expect(CredentialQuestion(prompt: Array(prompt.utf8), hint: hint).kind == kind)
  }

  @Test("A prompt cannot steer a terminal, reverse its text or fill the screen")
  func hostile() {
    let bytes: [UInt8] =
      Array("a\u{1b}]0;x\u{7}\r\tb\u{9b}2Jc\u{202e}d\u{7f}".utf8) + [0xff, 0x80, 0]
      + Array("e".utf8)
    let text = CredentialQuestion(prompt: bytes).text
    #expect(text == "a^[]0;x^G^M^Ib<9B>2Jc<U+202E>d^?\u{fffd}\u{fffd}^@e")
    let long = CredentialQuestion(prompt: Array(repeating: UInt8(ascii: "x"), count: 100_000))
    #expect(long.text.count < 700 && long.text.contains("…"))
    // One letter with stacked marks is one character.
    let marks = "a" + String(repeating: "\u{301}", count: 50_000)
    #expect(CredentialQuestion(prompt: Array(marks.utf8)).text.utf8.count < 10_000)
    let lines = CredentialQuestion(prompt: Array(repeating: UInt8(ascii: "\n"), count: 5_000))
    #expect(lines.text.isEmpty)
  }

  @Test("A new host is shown with name and fingerprint, and yes or the fingerprint accepts it")
  func hostKeys() {
    let print = "SHA256:" + String(repeating: "aB3", count: 14) + "x"
    let question = CredentialQuestion(
      prompt: Array(
        """
        The authenticity of host 'example.org (1.2.3.4)' can't be established.
        ED25519 key fingerprint is \(print).
        This key is not known by any other names.
        Are you sure you want to continue connecting (yes/no/[fingerprint])? 
        """.utf8))
    #expect(question.text.contains("'example.org (1.2.3.4)'") && question.text.contains(print))
    #expect(!question.text.contains("yes/no"))
    for (word, agrees) in [
      ("yes", true), (" YES\n", true), (print, true), ("y", false), ("", false), ("no", false),
      (print.dropLast() + "y", false), ("SHA256:", false),
    ] as [(String, Bool)] {
      #expect(question.agrees(word) == agrees, "\(word)")
    }
  }

  @Test("The first line of a message is parsed strictly")
  func heads() {
    let request = AskpassRequest(token: Array("abc".utf8), asker: 7, prompt: Array("Who? ".utf8))
    let line = Array(request.bytes.prefix { $0 != 10 })
    #expect(AskpassRequest.head(line)?.request.token == Array("abc".utf8))
    #expect(AskpassRequest.head(line)?.count == 5)
    for text in [
      "", "notes-tui-ask-1", "notes-tui-ask-1 a  7", "notes-tui-ask-2 a  7 5",
      "notes-tui-ask-1 a  x 5", "notes-tui-ask-1 a  7 -1", "notes-tui-ask-1 a  7 8193",
      "notes-tui-ask-1 a  7 99999999999999999999", "notes-tui-ask-1 a b c 7 5",
    ] {
      #expect(AskpassRequest.head(Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test("A token is too long to guess and is compared in full")
  func tokens() {
    let token = AskpassToken.make()
    #expect(token.count == 64 && token != AskpassToken.make())
    #expect(AskpassToken.areSame(token, token))
    for number in [0, 63] {
      var other = token
      other[number] ^= 1
      #expect(!AskpassToken.areSame(token, other))
    }
    #expect(!AskpassToken.areSame(token, token.dropLast()) && !AskpassToken.areSame(token, []))
  }
}
