import Editor
import Entities
import Secrets
import Services
import Viper

/// Notes of a plain vault that have locks of their own.
extension NotesApp {
  func changeLock(of note: NoteID) {
    guard let vault = container.vault else { return }
    guard let locks = vault.services.locks else {
      router.notice = "Every note of an encrypted vault is locked with it."
      return
    }
    let work = LockWork(note: note, locks: locks, vault: vault)
    if note.path.isLocked { askToTakeOff(work) } else { askForNew(work, saying: "") }
  }

  /// What is done to one note's lock.
  struct LockWork {
    let note: NoteID
    let locks: any NoteLocks
    let vault: VaultScope

    @MainActor
    var name: String { note.path.stem.text }
  }

  private func ask(
    _ question: Question, in vault: VaultScope,
    then goOn: @escaping @MainActor (NotesApp, Answer) -> Void
  ) {
    wireframe.ask(question) { [weak self, weak vault] answer in
      guard let self, let vault, vault === self.container.vault else { return }
      goOn(self, answer)
    }
  }

  // MARK: - Locking

  private func askForNew(_ work: LockWork, saying remark: String) {
    let question = Question(
      "Lock a note",
      (remark.isEmpty ? "" : remark + " ")
        + """
        New passphrase of “\(work.name)”. Who forgets it loses the note: nothing else opens it. \
        Kept versions are locked with it; copies elsewhere stay as they are: backups, what git \
        has of it.
        """,
      .secret(isNew: true))
    ask(question, in: work.vault) { app, answer in
      if case .gave(let first) = answer { app.askAgain(work, first) }
    }
  }

  private func askAgain(_ work: LockWork, _ first: TypedSecret) {
    let question = Question("Lock a note", "The same again:", .secret(isNew: false))
    ask(question, in: work.vault) { app, answer in
      guard case .gave(let second) = answer else { return }
      guard first == second else {
        return app.askForNew(work, saying: "These were two different ones.")
      }
      app.lock(work, with: first)
    }
  }

  private func lock(_ work: LockWork, with passphrase: TypedSecret) {
    let (locks, note) = (work.locks, work.note)
    carryOut(work, saying: "Locking “\(work.name)”…", done: "is locked now") {
      try await locks.lock(note, passphrase: passphrase)
    }
  }

  // MARK: - Taking the lock off

  private func askToTakeOff(_ work: LockWork) {
    let question = Question.choice(
      "Take the lock off",
      "Take the lock off “\(work.name)”? Its text is readable on the disk from then on.",
      .init("n", "leave it locked", "no"), .init("y", "take it off", "yes"))
    ask(question, in: work.vault) { app, answer in
      guard answer == .chosen("yes") else { return }
      let (locks, note) = (work.locks, work.note)
      app.scope.run(
        { await locks.open(note) },
        then: { [weak app] found in
          if let lock = (try? found.get()) ?? nil {
            app?.takeOff(work, holding: lock)
          } else {
            app?.askForOld(work, saying: "")
          }
        })
    }
  }

  private func askForOld(_ work: LockWork, saying remark: String) {
    ask(.passphrase(ofNoteNamed: work.name, saying: remark), in: work.vault) { app, answer in
      guard case .gave(let passphrase) = answer else { return }
      let (locks, note) = (work.locks, work.note)
      app.scope.run(
        { try await locks.open(note, passphrase: passphrase) },
        then: { [weak app] result in
          switch result {
          case .success(let lock): app?.takeOff(work, holding: lock)
          case .failure(let error as NoteStoreError) where error.asksAgain:
            app?.askForOld(work, saying: error.message)
          case .failure(let error): app?.say(error)
          }
        })
    }
  }

  private func takeOff(_ work: LockWork, holding lock: any OpenLock) {
    let (locks, note) = (work.locks, work.note)
    carryOut(work, saying: "Taking the lock off “\(work.name)”…", done: "has no lock any more") {
      defer { withExtendedLifetime(lock) {} }
      return try await locks.takeOff(note)
    }
  }

  // MARK: - Both

  /// Its editor goes first: what would be typed meanwhile belongs to a file that is no more then.
  private func carryOut(
    _ work: LockWork, saying: String, done: String,
    _ body: @escaping @Sendable () async throws -> NoteID
  ) {
    guard work.vault === container.vault else { return }
    if work.vault.desk.editors.contains(where: { $0.editor?.note == work.note }) {
      wireframe.attempt { () throws(RouteError) in try router.popTo("NoteList") }
    }
    router.notice = saying
    scope.run(
      body,
      then: { [weak self] result in
        work.vault.watch.look(at: work.note)
        guard let self, work.vault === self.container.vault else { return }
        switch result {
        case .success(let made):
          work.vault.listAdapter?.editorDidSave(made)
          // The index may have been thrown away.
          work.vault.watch.lookAtAll()
          self.router.notice = "“\(work.name)” \(done)."
        case .failure(let error): self.say(error)
        }
      })
  }

  private func say(_ error: any Error) {
    router.notice = (error as? NoteStoreError)?.message ?? "\(error)"
  }

  // MARK: - Closing

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
    let isClosed: Void? = wireframe.attempt { () throws(RouteError) in
      try router.popTo("NoteList")
    }
    if isClosed == nil { return }
    idleLock?.stop()
    idleLock = nil
    router.notice = "The locked note was closed. What was not saved is offered when it is opened."
  }
}

extension VaultScope {
  /// Whether the key of a locked note is at hand.
  fileprivate var hasOpenLock: Bool { desk.editors.contains { $0.editor?.holdsLock == true } }
}

extension NoteStoreError {
  fileprivate var asksAgain: Bool {
    switch self {
    case .wrongPassphrase, .tooSoon: true
    default: false
    }
  }
}

extension Question {
  /// What opens a locked note.
  fileprivate static func passphrase(ofNoteNamed name: String, saying remark: String) -> Question {
    Question(
      "Locked note", (remark.isEmpty ? "" : remark + "\n") + "Passphrase of “\(name)”:",
      .secret(isNew: false))
  }
}
