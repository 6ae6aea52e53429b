import Entities
import UseCases
import Viper

/// Changes of one note that another screen asks for. They run here, so that the list's undo takes them
/// back.
extension NoteListPresenter {
  /// A request that runs, and the screen that waits for it.
  struct Requester {
    var request: NoteRequest
    var tell: @MainActor (NoteRequestOutcome) -> Void
  }

  package func change(
    _ note: NoteID, by request: NoteRequest,
    then tell: @escaping @MainActor (NoteRequestOutcome) -> Void
  ) {
    if isReadOnly { return tell(.failed(NoteListWords.readOnly)) }
    let title = interactor.title(of: note)
    let requester = Requester(request: request, tell: tell)
    switch request {
    case .rename:
      askForRequest(.title(insteadOf: title)) { list, typed in
        guard typed.contains(where: { !$0.isWhitespace }) else {
          return tell(.failed(NoteListWords.titleNeedsWords))
        }
        list.requester = requester
        list.interactor.moving.rename(note, to: typed)
      }
    case .move:
      let question = Question.folder(insteadOf: note.path.folder.text, of: "“\(title)”")
      askForRequest(question) { list, typed in
        list.requester = requester
        list.interactor.moving.move(note, to: NotePath(Self.folder(typed: typed)))
      }
    case .pin:
      self.requester = requester
      interactor.arranging.pin(.these([note]))
    case .trash(asks: true):
      wireframe.ask(.trashing("“\(title)”")) { [weak self] answer in
        if answer == .chosen("yes") { self?.change(note, by: .trash(asks: false), then: tell) }
      }
    case .trash(asks: false):
      self.requester = requester
      interactor.changing.trash(.these([note]))
    case .undo:
      self.requester = requester
      interactor.changing.undo()
    }
  }

  package func canTakeBack(
    _ name: String, by takeBack: @escaping @Sendable () async throws -> [NoteID]
  ) {
    interactor.changing.canTakeBack(name, by: takeBack)
  }

  private func askForRequest(
    _ question: Question, then act: @escaping @MainActor (NoteListPresenter, String) -> Void
  ) {
    wireframe.ask(question) { [weak self] answer in
      if let self, case .typed(let line) = answer { act(self, line) }
    }
  }

  /// Tells the screen that waits for this outcome.
  func answerRequest(_ outcome: NoteListOutcome) {
    guard let requester, requester.request.isAnswered(by: outcome) else { return }
    self.requester = nil
    requester.tell(.done(NoteListWords.fact(of: outcome), touched: outcome.touchedNotes))
  }

  func answerRequest(_ outcome: NoteRequestOutcome) { requester.take()?.tell(outcome) }
}

extension NoteRequest {
  fileprivate func isAnswered(by outcome: NoteListOutcome) -> Bool {
    switch (self, outcome) {
    case (.rename, .renamed), (.move, .moved), (.pin, .pinned), (.trash, .trashed), (.undo, _): true
    default: false
    }
  }
}

extension NoteListOutcome {
  /// The notes whose text or name may have changed.
  fileprivate var touchedNotes: [NoteID] {
    switch self {
    case .renamed(let note), .moved(let note), .moveUndone(let note): note.receipt.notes
    case .restored(let notes), .copied(let notes): notes.map(\.id)
    case .tagsTakenBack(let notes), .reopened(let notes), .takenBack(_, let notes): notes
    default: []
    }
  }
}

extension NoteListPresenter: OwnSubjectReporting {
  package var ownSubject: OwnSubject {
    let rows = interactor.rows
    return OwnSubject(
      rows.chosen(rows.marked > 0 ? .marked : .these([selectedID].compactMap(\.self))))
  }
}
