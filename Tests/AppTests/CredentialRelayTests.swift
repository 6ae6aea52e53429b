import App
import Services
import Testing

@Suite("Relay of a sync's questions to a person")
struct CredentialRelayTests {
  @Test("A question that is asked before there is a screen is answered with “no”")
  func relayed() async {
    let relay = CredentialRelay(.noTerminal)
    #expect(await relay.answer(.init(.password, "?")) == .no(.noTerminal))
    relay.connect(to: CredentialRelay(.noInput))
    #expect(await relay.answer(.init(.password, "?")) == .no(.noInput))
  }
}
