import App
import Services
import Testing

@Suite("Questions of a sync on their way to a person")
struct CredentialRelayTests {
  @Test("Those who ask before there is a screen get a “no”")
  func relayed() async {
    let relay = CredentialRelay(.noTerminal)
    #expect(await relay.answer(.init(.password, "?")) == .no(.noTerminal))
    relay.connect(to: CredentialRelay(.noInput))
    #expect(await relay.answer(.init(.password, "?")) == .no(.noInput))
  }
}
