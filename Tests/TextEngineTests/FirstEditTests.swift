import Testing

@testable import TextEngine

@Suite("The first edit")
struct FirstEditTests {
  @Test("What prepares it is an edit like any other, and bears being asked for again")
  func prepares() {
    FirstEdit.prepare()
    FirstEdit.prepare()
    #expect(FirstEdit.isPrepared)
  }
}
