import Testing

@testable import Secrets

@Suite("Login: how hard a passphrase is to guess")
struct PassphraseStrengthTests {
  private func strength(_ text: String) -> PassphraseStrength {
    Array(text.utf8).withUnsafeBytes { PassphraseStrength(of: $0) }
  }

  private func verdict(_ text: String) -> String {
    String(strength(text).words.prefix { $0 != ":" })
  }

  @Test(
    "Common choices are weak, however they are disguised",
    arguments: [
      "", "a", "password", "P@ssw0rd1!", "qwertyuiop", "1234567890", "aaaaaaaaaaaaaaaa", "19841984",
      "letmein2024", "abcabcabcabc", "zyxwvut", "Summer2026!", "correct horse", "sunshine99",
    ])
  func weak(text: String) {
    #expect(verdict(text) == "Weak")
  }

  @Test(
    "Unrelated words and random letters are strong",
    arguments: [
      "lantern mosaic gravel tuesday walnut", "x7Kq9#vLw2Rt", "kfjqwzrxbnvmtp",
      "violet anchor spoon teapot ridge",
    ])
  func strong(text: String) {
    #expect(verdict(text) == "Strong")
  }

  @Test("Each further word makes guessing harder, and a repeated word adds almost nothing")
  func grows() {
    let words = ["lantern", "mosaic", "gravel", "walnut"]
    for count in 1..<words.count {
      let fewer = strength(words.prefix(count).joined(separator: " ")).bits
      let more = strength(words.prefix(count + 1).joined(separator: " ")).bits
      #expect(more > fewer + 10)
    }
    #expect(strength("lanternlantern").bits < strength("lantern").bits + 2)
  }

  @Test(
    "The time to guess is described in words",
    arguments: [
      ("abc", "Weak: a thousand computers guess it in a second."),
      ("lantern", "Weak: a thousand computers guess it in a second."),
      ("lantern mosaic", "Weak: a thousand computers guess it in 2 hours."),
      ("lantern mosaic gravel", "Fair: a thousand computers guess it in 2 years."),
      (
        "lantern mosaic gravel walnut",
        "Strong: a thousand computers guess it in thousands of years."
      ),
    ])
  func words(text: String, words: String) {
    #expect(strength(text).words == words)
  }

  @Test("Any bytes have a strength")
  func anyBytes() {
    for text in [[0xff, 0xfe], [0], [0xf0, 0x9f], Array("密码很长的句子".utf8)] as [[UInt8]] {
      let strength = text.withUnsafeBytes { PassphraseStrength(of: $0) }
      #expect(strength.bits > 0)
      #expect(strength.bits < 200)
    }
  }
}
