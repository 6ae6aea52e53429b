import Entities
import Services
import TestSupport
import Testing
import Viper

@testable import App

@MainActor
private final class Listener: VaultListener {
  var heard: [[String]] = []
  func notesChangedOutside(_ notes: Set<NoteID>) { heard.append(notes.map(\.path.text).sorted()) }
}

@MainActor
@Suite("Noticing changes by other programs")
struct VaultWatchTests {
  private let events = MemoryEvents()
  private let store = MemoryNoteStore(["a.md": "# Alpha"])
  private let work = Work()
  private let listener = Listener()
  private let watch: VaultWatch
  private let index: MemoryIndex

  init() async throws {
    index = MemoryIndex(store)
    watch = VaultWatch(events: events, index: index, work: work)
    watch.add(listener)
    _ = try await index.catalog(CatalogRequest())
  }

  @Test("The index reads changed notes before listeners are called")
  func notes() async throws {
    watch.start()
    await store.change(NoteID("b.md"), to: "# Beta")
    events.tell(.notes([NoteID("b.md")]))
    await watch.catchUp()
    await work.whenIdle()
    #expect(listener.heard == [["b.md"]])
    #expect(try await index.catalog(CatalogRequest()).count == 2)
  }

  @Test("A failing index does not stop an editor from following its file")
  func indexFails() async {
    watch.start()
    await index.fail(next: .cancelled)
    events.tell(.notes([NoteID("a.md")]))
    await watch.catchUp()
    await work.whenIdle()
    #expect(listener.heard == [["a.md"]])
  }

  @Test("After too many events the whole vault is checked")
  func everything() async {
    watch.start()
    await store.change(NoteID("c.md"), to: "# Gamma")
    await store.remove(NoteID("a.md"))
    events.tell(.everything)
    await watch.catchUp()
    await work.whenIdle()
    #expect(listener.heard == [["a.md", "c.md"]])
  }

  @Test("Incomplete watching is reported once, with advice")
  func partial() async {
    var said: [String] = []
    watch.say = { said.append($0) }
    watch.start()
    events.tell(.isPartial(reason: "too many folders"))
    await watch.catchUp()
    #expect(
      said == [
        "Other programs' changes may show late: too many folders. F5 reads the list again."
      ])
  }

  @Test("Waiting for the watch ends when it stops, and a mark before the start counts")
  func marks() async {
    watch.mark()
    #expect(!watch.isCaughtUp)
    watch.start()
    await watch.catchUp()
    #expect(watch.isCaughtUp)
    watch.stop()
    await watch.catchUp()
    events.tell(.notes([NoteID("a.md")]))
    await work.whenIdle()
    #expect(listener.heard == [])
  }

  @Test("Waiting for the watch to begin ends when it begins or when it stops")
  func hearing() async {
    var isHeard = false
    let waiting = Task {
      await watch.waitUntilWatching()
      isHeard = true
    }
    for _ in 0..<20 { await Task.yield() }
    #expect(!isHeard)
    watch.start()
    await waiting.value
    #expect(isHeard)
    await watch.waitUntilWatching()
    let other = VaultWatch(events: events, index: index, work: work)
    other.stop()
    await other.waitUntilWatching()
  }
  @Test("The watch begins late by itself, or soon if something waits, in either order")
  func beginning() async {
    for wantsFirst in [false, true] {
      let (timers, other) = (
        RecordedTimers(), VaultWatch(events: events, index: index, work: work)
      )
      if !wantsFirst { other.startSoon(timers) }
      let waiting = Task { await other.waitUntilWatching() }
      for _ in 0..<20 { await Task.yield() }
      if wantsFirst { other.startSoon(timers) }
      let soon = Duration.milliseconds(10)
      let (pauses, cancelled) = (
        timers.made.map { $0.pause }, timers.made.map { $0.isCancelled }
      )
      #expect(pauses == (wantsFirst ? [soon] : [.milliseconds(500), soon]))
      #expect(cancelled == (wantsFirst ? [false] : [true, false]))
      timers.made.last?.action()
      await waiting.value
      other.stop()
    }
  }
}

/// Timers that fire when a test says so.
@MainActor
private final class RecordedTimers: Scheduler {
  final class Made {
    let pause: Duration
    let action: @MainActor () -> Void
    var isCancelled = false

    init(_ pause: Duration, _ action: @escaping @MainActor () -> Void) {
      self.pause = pause
      self.action = action
    }
  }

  let runsByItself = true
  var made: [Made] = []

  func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> Viper.Timer {
    let timer = Made(delay, action)
    made.append(timer)
    return Timer { timer.isCancelled = true }
  }
}
