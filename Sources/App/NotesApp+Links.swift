import Editor
import Entities
import Services
import Viper

/// A note that a link may name though there is none.
struct MissingNote: Equatable {
  /// Where it would be made; nil is where new notes go.
  var folder: NotePath?
}

/// Links that lead to no note, and links that lead out of the vault.
extension NotesApp {
  func follow(link place: String, in home: LinkHome?) {
    leftNotes = []
    let missing = MissingNote(folder: home?.folderOfNew)
    open(place: place, in: home, missing: container.isReadOnly ? nil : missing)
  }

  func open(address: String, then tell: @escaping @MainActor (AddressOutcome) -> Void) {
    guard let opener = container.opener else { return tell(.noProgram) }
    guard let command = opener.command(for: address) else { return tell(.refused) }
    if opener.takesTerminal {
      guard let runInTerminal else { return tell(.noProgram) }
      let problem = runInTerminal(command)
      tell(problem == nil ? .opened : .failed)
      if let problem { router.notice = problem }
      return
    }
    scope.run(
      { await opener.run(command) },
      then: { opened in tell((try? opened.get()) == true ? .opened : .failed) })
  }

  func copy(_ text: String) {
    guard let clipboard = container.clipboard else { return }
    let offering = clipboard.offer(Array(text.utf8))
    scope.run(
      { await offering.value },
      then: { [weak self] problem in
        if let problem = (try? problem.get()) ?? nil { self?.router.notice = problem }
      })
  }
}
