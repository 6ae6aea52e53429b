import OpenVault
import Prompt
import Sync
import UseCases
import Viper

extension Wireframe {
  /// Asks in a box. Without room for a box, the question gets no answer.
  func ask(
    _ question: Question, selecting: @escaping @MainActor (Int) -> Void = { _ in },
    then answer: @escaping @MainActor (Answer) -> Void
  ) {
    var route = Route("Prompt", key: question.title) {
      PromptBuilder.make(
        question, offers: offers(for: question), work: container.work, selecting: selecting,
        then: answer)
    }
    route.isQuestion = true
    box(route)
  }
}

extension Wireframe {
  /// Returns a closure that finds what a question offers; nil if it offers nothing.
  private func offers(for question: Question) -> LineOffers? {
    guard let find = find(question.offers) else { return nil }
    return { OfferedLines(await find($0)) }
  }

  private func find(_ offers: Question.Offers?) -> (@Sendable (String) async -> NameOffers)? {
    switch offers {
    case .files, .diskFolders:
      guard let outside = container.outside else { return nil }
      let disk = DiskOffers(outside)
      let foldersOnly = offers == .diskFolders
      return { typed in await disk.paths(typed, foldersOnly: foldersOnly) }
    case .folders, .notes, .tags:
      guard let services = container.vault?.services else { return nil }
      let vault = VaultOffers(index: services.index, links: services.queries.links)
      return { typed in
        switch offers {
        case .folders(let makesNew): await vault.folders(typed, makesNew: makesNew)
        case .tags(let isSingle): await vault.tags(typed, isSingle: isSingle)
        default: await vault.notes(typed)
        }
      }
    case .words(let lines): return { typed in await WordOffers.lines(typed, among: lines) }
    case nil: return nil
    }
  }
}

extension OfferedLines {
  fileprivate init(_ found: NameOffers) {
    self.init(
      found.rows.map {
        OfferedLine(
          $0.label, detail: $0.detail, line: $0.line, completed: $0.completed, isNew: $0.isNew,
          leadsOn: $0.leadsOn)
      }, isFirstChosen: found.isFirstChosen)
  }
}

/// Shows the questions of git and ssh in a box over the current screen.
@MainActor
final class CredentialRoutes: CredentialWireframe {
  private weak var app: NotesApp?
  private var shown: RouteHandle?

  init(app: NotesApp) { self.app = app }

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    var waiting: (@MainActor (Answer) -> Void)? = answer
    func give(_ given: Answer) {
      shown = nil
      let answer = waiting
      waiting = nil
      answer?(given)
    }
    var route = Route("Prompt", key: question.title) {
      PromptBuilder.make(question) { give($0) }
    }
    route.isQuestion = true
    let handle = app?.wireframe.box(route)
    // The question may have been answered by then.
    if waiting != nil { shown = handle }
    // Answer now, because git is waiting.
    if handle == nil { give(.cancelled) }
  }

  func withdrawQuestion() { _ = shown?.close() }
}
