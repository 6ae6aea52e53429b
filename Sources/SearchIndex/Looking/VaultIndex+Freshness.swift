import Entities
import Files
import Services
import Synchronization

extension VaultIndex {
  /// An index that was not held against the whole vault for so long is not believed.
  private static let longest: Int64 = 600 * 1_000_000_000

  /// Brings the index in line as far as that can be done at once, for a question that is asked now.
  /// False where there is no index to ask.
  ///
  /// A note that another program writes into without renaming, and that is none of the newest,
  /// shows with the next look at the whole vault.
  func freshen() throws(NoteIndexError) -> Bool {
    var begun = ahead.take()
    if begun == nil { begun = try beginLook() }
    guard var begun else { return false }
    var found = begun.files?.run(isHelped: begun.isHelped)
    var correct: BegunLook?
    if let check = begun.check, !check.isSame(else: { correct = $0 }) {
      if correct == nil { correct = try beginLook() }
      guard let correct else { return false }
      begun = correct
      found = begun.files?.run(isHelped: begun.isHelped)
    }
    let moment = begun.moment
    let patch = Patch(
      index: self, isCancelled: { false }, progress: { _, _ in }, changed: { _ in })
    guard var look = found else {
      return try patch.run(files.survey(isCancelled: { false }), at: moment)
    }
    // What is written now makes another state.
    if !look.moved.isEmpty || !look.stale.isEmpty { asked.withLock { $0 = nil } }
    if !look.moved.isEmpty {
      let survey = survey(of: &look.moved)
      guard try patch.run(survey, at: moment, only: look.moved) else { return false }
    }
    if look.stale.isEmpty { return true }
    return try refreshNow(look.stale, moment) != nil
  }

  /// Begins to open the index and to look what other programs did, for a question that comes soon.
  /// Nothing of our own may change the notes in between.
  package func lookAhead() {
    ahead.start { [self] in (try? knownFiles()).flatMap(\.self).map { helpedLook(by: $0) } }
  }

  /// Opens the index on this thread. The look begins once `lookAhead` is called, or at once where
  /// nothing of our own can come before it, and need not wait for the index where that is as it was
  /// when it was last asked.
  package func prepareLook(mayBegin: @escaping @Sendable () -> Bool = { false }) {
    if ahead.prepare() { openForLook(mayBegin: mayBegin) }
  }

  func openForLook(mayBegin: @escaping @Sendable () -> Bool = { false }) {
    let check = LookCheck()
    let isStarted = OwnThread.start { [self] in
      if mayBegin() { ahead.startPrepared() }
      lookAsKept(check)
    }
    if !isStarted { check.tell(.nothing) }
    let state = try? reading { (database) throws(DatabaseError) in
      try database.meta(Schema.Meta.state)
    }
    switch check.kept() {
    case .unasked: return
    case .nothing:
      lookAnew { look in
        if let look { return ahead.offer(look) }
        ahead.giveUp()
        return false
      }
    case .state(let kept, let files):
      if state == kept {
        check.confirm()
        help(files)
      } else {
        lookAnew { look in
          check.correct(look)
          return true
        }
      }
    }
  }

  /// Begins the look by what was kept beside the index, or leaves it to whoever opens that.
  private func lookAsKept(_ check: LookCheck) {
    let known = KnownFiles.kept(beside: folder)
    guard let known, let state = known.state, case var look = helpedLook(by: known),
      let files = look.files
    else { return check.tell(.nothing) }
    look.check = check
    guard ahead.offer(look) else { return check.tell(.unasked) }
    check.tell(.state(state, files))
    help(files)
  }

  private func lookAnew(_ offer: (BegunLook?) -> Bool) {
    let known = (try? knownFiles()).flatMap(\.self)
    let look = known.map { helpedLook(by: $0) }
    if offer(look) { help(look?.files) }
  }

  /// Takes a part of the look once it may begin.
  private func help(_ files: FileLook?) {
    ahead.waitUntilWanted()
    files?.work()
  }

  private func helpedLook(by known: KnownFiles) -> BegunLook {
    var begun = look(by: known)
    begun.isHelped = true
    return begun
  }

  /// What the index says, which is kept for the next look.
  private func knownFiles() throws(NoteIndexError) -> KnownFiles? {
    let known = try reading { (database) throws(DatabaseError) in try KnownFiles(database) }
    asked.withLock { $0 = known }
    return known
  }

  /// Nil where there is no index to ask.
  private func beginLook() throws(NoteIndexError) -> BegunLook? {
    try knownFiles().map { look(by: $0) }
  }

  private func look(by known: KnownFiles) -> BegunLook {
    let moment = RunMoment(clock)
    let age = moment.clock - known.reconciled
    if age < 0 || age > Self.longest || known.notes < KnownFiles.fewNotes {
      return BegunLook(moment: moment, files: nil)
    }
    return BegunLook(moment: moment, files: FileLook(files, at: known))
  }

  /// These folders, and those below them that nobody knew of, which are added.
  private func survey(of folders: inout [NotePath]) -> FileSurvey {
    var known = Set(folders)
    var survey = files.survey(of: folders)
    let indexed = (try? reading(Self.folderPaths)) ?? nil
    known.formUnion(indexed ?? [])
    while true {
      let new = survey.unread.filter { known.insert($0).inserted }
      survey.unread = []
      if new.isEmpty { return survey }
      folders += new
      survey.append(files.survey(of: new))
    }
  }

  private static func folderPaths(_ database: Database) throws(DatabaseError) -> [NotePath] {
    var paths: [NotePath] = []
    let rows = try database.query("SELECT path FROM folder")
    while try rows.next() { paths.append(NotePath(bytes: rows.bytes(0))) }
    return paths
  }
}
