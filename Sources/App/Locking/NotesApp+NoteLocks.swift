import Editor
import Services
import VaultSettings
import Viper

/// Open notes of a plain vault that have locks of their own: they are closed when nobody is there.
extension NotesApp {
  func holdLock(_ isHeld: Bool) {
    idleLock?.isHeld = isHeld
    if !isHeld { _ = lockIfIdle() }
  }

  /// From now on it closes itself when nobody is there.
  func lockedNoteWasOpened() {
    guard container.vault?.isEncrypted == false, idleLock == nil,
      let limit = container.preferences.values.lockAfter
    else { return }
    idleLock = IdleLock(
      after: limit, clock: container.clock, scheduler: container.scheduler
    ) { [weak self] in
      guard let self else { return }
      self.idleLock = nil
      guard let vault = self.container.vault, vault.hasOpenLock else { return }
      self.closeLockedNotes(in: vault)
      // What could not be kept may be kept later.
      if vault.hasOpenLock { self.lockedNoteWasOpened() }
      self.settle()
    }
  }

  /// Goes back to the list, with the texts that are not saved kept: those of locked notes closed, with
  /// the notes' own keys, which go then.
  func closeLockedNotes(in vault: VaultScope) {
    guard vault.hasOpenLock else {
      router.notice = "This vault is not encrypted: there is nothing to lock."
      return
    }
    if let lost = router.programWillEnd().first {
      router.notice = "Not closed, because text would be lost. \(lost)"
      return
    }
    guard showList() else { return }
    idleLock?.stop()
    idleLock = nil
    router.notice =
      "The locked note was closed. Unsaved text will be offered when you reopen the note."
  }
}

extension VaultScope {
  /// Whether the key of a locked note is at hand.
  fileprivate var hasOpenLock: Bool { desk.editors.contains { $0.editor?.holdsLock == true } }
}
