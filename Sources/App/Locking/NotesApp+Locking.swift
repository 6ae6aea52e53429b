import Editor
import Entities
import Login
import OpenVault
import Services
import VaultSettings

/// Leaving an encrypted vault, and returning to it.
extension NotesApp {
  /// Replaces all screens with the login, and releases everything that was made for the vault.
  /// Unsaved text is stored first; if that fails, nothing is locked.
  func lock() {
    guard let vault = container.vault else { return }
    guard vault.isEncrypted else { return closeLockedNotes(in: vault) }
    if let lost = router.programWillEnd().first {
      router.notice = "Not locked, because text would be lost. \(lost)"
      return
    }
    let position = vault.openEditors.position(in: router)
    leave(vault, keeping: position?.bytes ?? []) {
      wireframe.login(for: .unlock(vault.id, name: vault.name), output: self)
    }
    if container.vault == nil { beginToFetch(vault.id) }
  }

  /// Asks for a new passphrase of the open vault.
  func changePassphrase() {
    guard let vault = container.vault else { return }
    guard vault.isEncrypted else {
      router.notice =
        "This vault is not encrypted: it has no passphrase. “notes-tui encrypt” gives it one."
      return
    }
    let route = wireframe.login(
      for: .changePassphrase(vault.id, name: vault.name), output: self)
    wireframe.attempt(try router.modal(route))
  }

  /// Shows the login, and closes the vault behind it.
  func leave(_ vault: VaultScope, keeping position: [UInt8], for login: () -> Route) {
    let login = login()
    // Keep the vault if a screen is still shown: it needs the vault.
    guard wireframe.attempt(try router.replaceAll(login)) != nil else {
      return
    }
    idleLock?.stop()
    idleLock = nil
    router.notice = ""
    router.aside = ""
    router.lockHint = nil
    router.vaultName = ""
    close(keeping: position)
  }

  /// Releases the vault and its keys.
  func close(keeping position: [UInt8] = []) {
    guard let vault = container.vault else { return }
    let dropped = ownCommands.vaultWasClosed()
    container.closeVault()
    if vault.isEncrypted { container.vaults.lock(vault.id, keeping: position) }
    if let dropped { router.notice = dropped }
  }

  /// Locks if the vault was idle for too long, and returns whether it did.
  func lockIfIdle() -> Bool { idleLock?.lockIfOver() ?? false }

  /// Stops the program until the shell continues it. A stopped program cannot lock itself, so a
  /// vault that locks when idle is locked first.
  func goToShell() {
    guard let suspend else { return }
    if idleLock != nil { lock() }
    suspend()
  }

  /// Starts to lock the vault when it is idle.
  func startIdleLock() {
    guard container.vault?.isEncrypted == true else { return }
    router.lockHint = AppKeymap.lockHint
    guard let limit = container.preferences.values.lockAfter else { return }
    idleLock = IdleLock(
      after: limit, clock: container.clock, scheduler: container.scheduler
    ) { [weak self] in
      guard let self else { return }
      self.lock()
      // Try again later if something could not be stored.
      if self.container.vault != nil { self.startIdleLock() }
      self.drawAndAnswerScripts()
    }
  }

  /// Returns to the note that was open when this vault was locked.
  func restorePosition(in vault: VaultScope) {
    guard vault.isEncrypted, let bytes = container.vaults.takeSavedAddress(in: vault.id),
      let position = LockedPosition(bytes)
    else { return }
    if case .note(let note, _) = position, vault.services.lifetime.shown?.stopped(at: note) == true
    {
      return
    }
    let route =
      switch position {
      case .note(let note, let cursor):
        wireframe.editor(.note(note), returningTo: cursor, output: vault.changedNotes)
      case .draft: wireframe.editor(.recoveredDraft, output: vault.changedNotes)
      }
    wireframe.push(route)
  }
}

extension OpenEditors {
  /// Returns the position in the open note that is highest on the stack.
  func position(in router: AppRouter) -> LockedPosition? {
    let open = editors.compactMap { routes -> (depth: Int, position: LockedPosition)? in
      guard let editor = routes.editor, let handle = routes.handle,
        let depth = router.depth(of: handle), let cursor = editor.cursor
      else { return nil }
      let rank = depth * 2 + (router.hasFocus(handle) ? 1 : 0)
      if let note = editor.note { return (rank, .note(note, cursor: cursor)) }
      return editor.isEdited ? (rank, .draft) : nil
    }
    return open.max { $0.depth < $1.depth }?.position
  }
}

/// The position in a vault when it was locked. It names a note, so it is stored encrypted.
enum LockedPosition: Equatable {
  /// A note, with the cursor before this byte of the text.
  case note(NoteID, cursor: Int)
  /// A new note that has no file yet.
  case draft

  init?(_ bytes: [UInt8]) {
    let words = bytes.split(separator: UInt8(ascii: " "), maxSplits: 1)
    if words.count == 1, words[0].elementsEqual("draft".utf8) {
      self = .draft
    } else if words.count == 2, let cursor = Int(String(decoding: words[0], as: UTF8.self)) {
      self = .note(NoteID(NotePath(bytes: Array(words[1]))), cursor: cursor)
    } else {
      return nil
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .note(let note, let cursor): Array("\(cursor) ".utf8) + note.path.bytes
    case .draft: Array("draft".utf8)
    }
  }
}

/// Locking notes of a plain vault that have locks of their own: they are closed when idle.
extension NotesApp {
  func holdLock(_ isHeld: Bool) {
    idleLock?.isHeld = isHeld
    if !isHeld { _ = lockIfIdle() }
  }

  /// Starts the timer that closes locked notes when they are idle.
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
      // Try again later if something could not be stored.
      if vault.hasOpenLock { self.lockedNoteWasOpened() }
      self.drawAndAnswerScripts()
    }
  }

  /// Goes back to the list and stores unsaved texts; those of locked notes are encrypted with the
  /// notes' own keys, which are then dropped.
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
  /// Whether the key of a locked note is in memory.
  fileprivate var hasOpenLock: Bool {
    openEditors.editors.contains { $0.editor?.holdsLock == true }
  }
}
