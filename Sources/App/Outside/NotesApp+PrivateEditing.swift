import Entities
import Services
import Viper

/// A note of an encrypted vault, or a locked one, in the person's own editor.
extension NotesApp {
  /// Asks first: what the editor leaves behind by itself is out of our hands.
  func askToEditPrivately(_ note: NoteID, in vault: VaultScope) -> String? {
    guard editPrivately != nil else { return "There is no terminal here for another program." }
    let question = Question.choice(
      note.path.isLocked ? "Locked note" : "Encrypted note",
      """
      Hand this note to your editor unencrypted? Its file stays in memory and is removed \
      afterwards, but the editor may keep copies: swap files, backups, a history. Nothing locks \
      until you end the editor.\(swapsToDisk ? Self.swapWarning : "")
      """, .init("n", "stay here", "no"), .init("y", "hand it over", "yes"))
    wireframe.ask(question) { [weak self, weak vault] answer in
      guard answer == .chosen("yes"), let self, let vault, vault === self.container.vault
      else { return }
      self.readToEditPrivately(note, in: vault)
    }
    return nil
  }

  private static let swapWarning = " This system may write memory to a swap device, too."

  private func readToEditPrivately(_ note: NoteID, in vault: VaultScope) {
    let store = vault.services.store
    scope.run(
      { try await store.read(note) },
      then: { [weak self, weak vault] found in
        guard let self, let vault, vault === self.container.vault else { return }
        switch found {
        case .success(let content): self.editPrivately(content, of: note, in: vault)
        case .failure(let error): self.tell(error)
        }
      })
  }

  private func editPrivately(_ content: NoteContent, of note: NoteID, in vault: VaultScope) {
    // The name in the vault is a secret too.
    switch editPrivately?(content.bytes, "note.md") {
    case nil: return
    case .failed(let reason): router.notice = reason
    case .ended(let text, let problem):
      router.notice = problem ?? ""
      if text != content.bytes { save(text, over: content.stamp, of: note, in: vault) }
    }
  }

  private func save(
    _ text: [UInt8], over stamp: NoteStamp, of note: NoteID, in vault: VaultScope
  ) {
    let services = vault.services
    // The editor may have run for longer than the vault stays open.
    idleLock?.isHeld = true
    scope.run(
      { try await services.saveEdited(text, over: stamp, of: note) },
      then: { [weak self, weak vault] outcome in
        vault?.watch.look(at: note)
        switch outcome {
        case .success(let said): if let said { self?.router.notice = said }
        case .failure(let error): self?.tell(error)
        }
        self?.idleLock?.isHeld = false
        _ = self?.lockIfIdle()
      })
  }

  private func tell(_ error: any Error) {
    router.notice = (error as? NoteStoreError)?.message ?? "\(error)"
  }
}
