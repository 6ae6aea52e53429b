import Comparing
import Entities
import OpenVault
import Services
import TextEngine
import Viper

/// How a note's text comes in: what fills the screen first, the rest behind.
extension EditorInteractor {
  /// A large file that is being read.
  struct Loading {
    var rest: NoteLoading
    /// What was read of the file, without what was typed meanwhile.
    var text: Rope
    var kept: RecoveredText?
  }

  /// What is known once the beginning of a note was read.
  struct Opened: Sendable {
    var start: NoteLoader.Start?
    var kept: RecoveredText?
    var history: UndoTree?
    var lock: (any OpenLock)?
    /// Where it was left the last time.
    var place: NotePosition?
  }

  /// What can be undone is kept with the versions, where there are any.
  var undoKeeper: UndoArchive? { services.news.map { UndoArchive(versions: $0.versions) } }

  func open() {
    switch origin.opening {
    case .newNote:
      begin(with: Rope(), base: nil, history: nil)
      send(.loaded)
    case .note(let id):
      read(note ?? id)
    case .planned(let plan): begin(after: plan)
    case .recoveredDraft:
      let journal = services.journal
      scope.run(
        { journal.recovered(nil) },
        then: { [weak self] result in
          guard let self else { return }
          self.begin(with: Rope(), base: nil, history: nil)
          self.recovery.text = (try? result.get()) ?? nil
          self.send(.loaded)
          self.useRecovered()
        })
    }
  }

  func read(_ note: NoteID) {
    let (loader, journal, undo) = (
      NoteLoader(store: saver.store), services.journal, undoKeeper
    )
    let (locks, places, isPlanned) = (services.locks, services.state.places, origin.planned != nil)
    scope.run(
      {
        async let place = places.load()[note]
        // First of all: what is kept of it is closed with the same key.
        let lock = note.path.isLocked ? await locks?.open(note) : nil
        let kept = journal.recovered(note)
        let mayBegin = kept != nil || isPlanned
        do throws(NoteStoreError) {
          var opened = try await Opened(note, by: loader, undo)
          (opened.kept, opened.lock, opened.place) = (kept, lock, await place)
          return opened
        } catch {
          guard case .notFound = error, mayBegin else { throw error }
          // The file is gone, but not what was typed into it; or it is not there yet.
          return Opened(kept: kept, lock: lock)
        }
      },
      then: { [weak self] result in self?.received(result) })
  }

  /// The person agreed to read and save this note where its link leads.
  func followLink() {
    guard let note, let outsideTarget = origin.outsideTarget else { return }
    origin.outsideTarget = nil
    let store = saver.store
    scope.run(
      { await store.followLink(of: note, to: outsideTarget) },
      // A link that leads elsewhere by now is asked about again.
      then: { [weak self] _ in self?.open() })
  }

  private func received(_ result: Result<Opened, any Error>) {
    switch result {
    case .success(let opened):
      (lock, origin.leftAt) = (opened.lock, opened.place)
      if lock != nil { send(.unlocked) }
      begin(opened)
      if let start = opened.start, let rest = start.rest {
        keeper.begin(over: start.seen)
        loading = Loading(rest: rest, text: start.text, kept: opened.kept)
      }
      send(.loaded)
      reportPlan()
      if loading == nil { offer(opened.kept) } else { readOn() }
    case .failure(NoteStoreError.locked) where services.locks != nil:
      send(.locked(remark: ""))
    case .failure(NoteStoreError.linkLeadsOutside(_, let target)):
      origin.outsideTarget = target
      send(.leadsOutside(to: target))
    case .failure(let error):
      send(.loadingFailed(error.explanation))
    }
  }

  /// UTF-8 that is typed into such a text would spoil it.
  var isUTF16: Bool {
    let end = min(text.byteCount, 2)
    return ForeignEncoding(of: text.bytes(in: .zero..<ByteOffset(end))) == .utf16
  }

  func begin(with text: Rope, base: NoteBase?, history: UndoTree?) {
    session.open(text)
    self.base = base
    self.history = history ?? UndoTree(for: text, at: services.clock.now.milliseconds)
    self.history.markSaved()
    keeper.begin(over: base.map { TextBase($0.stamp) })
    isLoaded = true
    if base != nil || note == nil || origin.planned != nil { countAllWords() }
  }

  // MARK: - The rest of a large file

  private func readOn() {
    guard let rest = loading?.rest else { return }
    scope.run({ try await rest.next() }, then: { [weak self] part in self?.took(part) })
  }

  private func took(_ part: Result<NoteLoading.Part, any Error>) {
    switch part {
    case .success(.more(let block)):
      loading?.text.append(block)
      session.append(block)
      history.textGrew(by: block.byteCount)
      keeper.textGrew(by: block.byteCount)
      send(.grew)
      readOn()
    case .success(.end(let stamp)):
      guard let done = loading else { return }
      loading = nil
      base = NoteBase(text: done.text, stamp: stamp)
      keeper.baseIsKnown(TextBase(stamp))
      countAllWords()
      session.wasReadToEnd()
      send(.readToEnd)
      offer(done.kept)
      let waiting = onceWhole
      onceWhole = nil
      waiting?()
      if saving.waits { save(inPassing: saving.waitsInPassing) }
    case .failure(let error): readingFailed(error)
    }
  }

  /// What was read is no text that the file ever had. Without edits it is read again.
  private func readingFailed(_ error: any Error) {
    loading = nil
    saving.waits = false
    if !isDirty, case NoteStoreError.changedOutside? = error as? NoteStoreError {
      isLoaded = false
      return open()
    }
    let problem = keepNow()
    isLoaded = false
    send(
      .loadingFailed(
        "\(error.explanation) Open it again; "
          + (problem.map { "what was typed could not be stored: \($0)" }
            ?? "what was typed is stored.")))
  }

  // MARK: - What an earlier run left

  private func offer(_ kept: RecoveredText?) {
    guard let kept, let note else { return }
    let base = base
    let time = services.clock.civil(kept.kept).shortText()
    recovery.text = kept
    if text.byteCount <= TextSize.whole { return offered(Self.differing(kept, base), time) }
    scope.run(
      { Self.differing(kept, base) },
      then: { [weak self] count in
        if self?.note == note { self?.offered((try? count.get()) ?? 1, time) }
      })
  }

  private func offered(_ differing: Int, _ time: String) {
    if differing == 0 {
      dropRecovered()
    } else {
      send(.recoveredTextFound(storedAt: time, differing: differing))
    }
  }

  /// In how many lines the kept text is another one than the file's.
  private nonisolated static func differing(_ kept: RecoveredText, _ base: NoteBase?) -> Int {
    let old = base?.text ?? Rope()
    switch RecoveredRope(kept, over: base) {
    case .passages(let passages): return max(1, passages.newlineCount)
    case .text(let new):
      if old == new { return 0 }
      if max(old.byteCount, new.byteCount) <= TextSize.merged {
        return LineDifference.count(between: old.bytes, new.bytes)
      }
      return max(1, RopePatch.edit(in: old, becoming: new).changes.count)
    }
  }
}

extension EditorInteractor.Opened {
  /// The beginning of a note, with what can be undone in it where that is all of it.
  init(
    _ note: NoteID, by loader: NoteLoader, _ undo: UndoArchive?
  ) async throws(NoteStoreError) {
    let start = try await loader.begin(note)
    self.start = start
    if start.base != nil { history = await undo?.history(of: note, for: start.text) }
  }
}
