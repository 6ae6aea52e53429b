import Editor
import Entities
import Services
import VaultSettings
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
    open({ $0.command(for: address) }, then: tell)
  }

  func open(file: NotePath) {
    guard let vault = container.vault else { return }
    // What lies on the disk says nothing to another program.
    if vault.isEncrypted { return router.notice = AddressOutcome.refused.message(ofFile: file) }
    let path = vault.id.path.appending(file)
    open({ $0.command(forFile: path) }) { [weak self] outcome in
      self?.router.notice = outcome.message(ofFile: file)
    }
  }

  private func open(
    _ command: (any AddressOpening) -> [String]?,
    then tell: @escaping @MainActor (AddressOutcome) -> Void
  ) {
    guard let opener = container.opener else { return tell(.noProgram) }
    guard let command = command(opener) else { return tell(.refused) }
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
