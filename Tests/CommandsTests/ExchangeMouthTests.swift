import Commands
import Entities
import OpenVault
import Services
import TestSupport
import Testing
import Viper

@testable import Imports
@testable import Sync

/// A sync and an import, on the screens and on the command line.
@MainActor
@Suite("Sync and import in every interface")
struct ExchangeMouthTests {
  private nonisolated static let path = NotePath("a.md")

  @Test(
    "A failed sync gives the same message in every interface",
    arguments: [
      SyncFailure.notSetUp, .gitMissing, .gitTooOld("2.20"), .obstacle("A merge is under way."),
      .busy, .keysDiffer("It has other keys.", steps: ["one", "two"]), .locked(waiting: 2),
      .notByHandYet(remote: "host"), .offline(remote: "host", reason: "no route"),
      .notLetIn(remote: "host", reason: "publickey"), .unknownHost("Its key is not known."),
      .timedOut(remote: "host"), .refused(remote: "host", reason: "full"),
      .remoteLocked("It is locked."), .alwaysBehind(remote: "host"), .alwaysChanging(path),
      .file(.noSpace(path)), .file(.changedOutside(path)), .cancelled, .git("It said no."),
      .state("It cannot be written."),
    ])
  func sync(failure: SyncFailure) async {
    let screen = await SyncScreenMouth(failure)
    #expect(screen.facts.problem == failure.message)
    let scene = CommandScene([:])
    scene.parts = { $0.sync = GivenSync(.ready(), answers: [.failure(failure)]) }
    #expect(await scene.run("sync") != .done)
    #expect(scene.messages.first == "notes-tui: \(failure.message)")
  }

  @Test(
    "A failed import plan gives the same message in every interface, and imports nothing",
    arguments: [
      ImportError.stopped, .unreadable("It cannot be read."), .unknown("x.zip"),
      .noNotes("x.zip", format: .notion), .folder(path, reason: "it is a file"),
      .store(.noSpace(path)),
    ])
  func unplanned(error: ImportError) async {
    let imports = GivenImports()
    imports.set { $0.plan = .failure(error) }
    let screen = await ImportScreenMouth(imports)
    #expect(screen.phase == .failed(error.message, wasStopped: error == .stopped))
    let scene = CommandScene([:])
    scene.parts = { $0.exchange.imports = imports }
    #expect(
      await scene.run("import", "auto", "x.zip") == (error == .stopped ? .cancelled : .failed))
    #expect(scene.messages.first == "notes-tui: \(error.message)")
    #expect(imports.asked.count == 2)
  }
}

@MainActor
private struct SyncScreenMouth {
  let facts: SyncFacts

  init(_ failure: SyncFailure) async {
    let work = Work()
    let screen = SyncInteractor(sync: GivenSync(.ready(), answers: [.failure(failure)]), work: work)
    screen.sync(isDryRun: false)
    await work.whenIdle()
    facts = screen.facts
  }
}

@MainActor
private struct ImportScreenMouth {
  let phase: ImportPhase

  init(_ imports: GivenImports) async {
    let work = Work()
    let screen = ImportsInteractor(
      nil, imports: imports, undoing: ImportUndoing(begin: { _ in nil }, takeBackLast: { nil }),
      work: work, notesChanged: { _ in })
    screen.plan(NotePath("/x.zip"))
    await work.whenIdle()
    phase = screen.phase
  }
}
