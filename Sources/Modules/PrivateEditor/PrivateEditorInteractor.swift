import Entities
import Viper

/// Reads a note into memory and saves its edited text.
@MainActor
final class PrivateEditorInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any PrivateEditorInteractorOutput)?

  private let cases: OwnEditorCases
  private let scope: WorkScope
  /// The stamp of the text that was read.
  private var stamp: NoteStamp?

  init(cases: OwnEditorCases, work: Work) {
    self.cases = cases
    scope = work.scope()
  }

  func read(_ note: NoteID) {
    scope.run({ [cases] in try await cases.read(note) }) { [weak self] content in
      self?.stamp = content.stamp
      self?.output?.noteWasRead(content.bytes, of: note)
    } failed: { [weak self] in
      self?.output?.failed($0.explanation)
    }
  }

  func save(_ text: [UInt8], of note: NoteID) {
    guard let stamp else { return }
    scope.run({ [cases] in try await cases.save(text, over: stamp, of: note) }) { [weak self] in
      self?.output?.savingEnded(of: note, problem: $0.problem)
    } failed: { [weak self] in
      self?.output?.savingEnded(of: note, problem: $0.explanation)
    }
  }

  func stop() { scope.end() }
}
