import Services
import TestSupport
import Testing
import Viper

@testable import Tags

@MainActor
private final class Listener: TagsInteractorOutput {
  var events: [String] = []
  func tagsLoaded(_ tags: [TagCount]) {
    events.append(tags.map { "\($0.name) \($0.notes)" }.joined(separator: ", "))
  }
  func tagsFailed(_ message: String) { events.append("failed: \(message)") }
}

@MainActor
@Suite("The tags' interactor")
struct TagsInteractorTests {
  private let work = Work()
  private let listener = Listener()
  private let links = MemoryLinks(tags: [
    TagCount(name: "a", notes: 2), TagCount(name: "b/c", notes: 1),
  ])

  private func make() -> any TagsInteracting {
    let interactor = TagsBuilder(links: links, work: work).makeInteractor()
    interactor.output = listener
    return interactor
  }

  @Test("All tags are told with their counts")
  func loads() async {
    let interactor = make()
    interactor.load()
    await work.whenIdle()
    #expect(listener.events == ["a 2, b/c 1"])
  }

  @Test("A failure is told in the service's words, and after the end nothing is")
  func fails() async {
    let interactor = make()
    await links.fail(next: .cancelled)
    interactor.load()
    await work.whenIdle()
    #expect(listener.events == ["failed: Cancelled."])
    interactor.load()
    interactor.end()
    await work.whenIdle()
    #expect(listener.events.count == 1)
  }
}
