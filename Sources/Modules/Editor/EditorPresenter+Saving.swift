import Entities
import Viper

/// When the text is saved, and how the editor is left.
extension EditorPresenter {
  struct Leaving {
    /// The editor goes back once the save that is under way has ended.
    var isWaiting = false
    /// Where to go after a save: the place may be reached by closing this editor.
    var goal: EditorGoal?
    /// What somebody else does after a save: the note beside, to go away with this one.
    var goOn: (@MainActor () -> Void)?
    /// Why the last save failed: going back again asks.
    var problem: String?
    /// The save that is under way brought in what others wrote.
    var tookIn = false
    /// A save that nobody asked for says nothing.
    var isInPassing = false
    /// A peek asks nothing; once it is opened in full it asks.
    var questionWhilePeeking: ((EditorPresenter) -> Void)?
    /// Asks again what was asked before the person wanted to see the difference.
    var askAgain: (() -> Void)?

    mutating func stay() {
      isWaiting = false
      goal = nil
      goOn = nil
    }

    /// Whether something waits for everything to be saved.
    var waits: Bool { isWaiting || goal != nil || goOn != nil }
  }

  func save() {
    leaving.isInPassing = false
    leaving.tookIn = false
    interactor.save(inPassing: false)
  }

  /// Goes back; what is not saved is saved first.
  func close() {
    if state.isPeek || !interactor.isDirty { return leave() }
    if leaving.problem != nil {
      let isKept = hasKeptNow()
      wireframe.askToLeave(noteNamed: interactor.name, isKept: isKept, answer: self)
      return
    }
    leaving.isWaiting = true
    save()
  }

  /// Whether nothing that was typed would be lost if the editor went away; says so if it would.
  func hasKeptNow() -> Bool {
    guard let problem = interactor.keepNow() else { return true }
    keepingFailed(problem)
    return false
  }

  /// Goes somewhere else; what is not saved is saved first, here and in the note beside.
  func leave(for goal: EditorGoal) {
    guard interactor.isDirty else { return goWithNoteBeside(to: goal) }
    leaving.goal = goal
    save()
  }

  func goWithNoteBeside(to goal: EditorGoal) {
    if state.standing == .alone { return go(to: goal) }
    wireframe.saveNoteBeside { [weak self] in self?.go(to: goal) }
  }

  func go(to goal: EditorGoal) {
    switch goal {
    case .place(let place): wireframe.open(place: place)
    case .link(let place, let folder): wireframe.follow(link: place, makingIn: folder)
    case .versions:
      guard let note else {
        return say("A note has versions once it was saved.")
      }
      wireframe.openHistory(of: note)
    case .links:
      guard let note else {
        return say("A note has links once it was saved.")
      }
      wireframe.openLinks(of: note)
    case .partName: askForPartName()
    case .outsideEditor:
      guard let note else {
        return say("A note has a file to edit once it was saved.")
      }
      if let problem = wireframe.editOutside(note) { say(problem, warning: true) }
    case .day(let days):
      guard let note = interactor.note else {
        return say("This is no daily note; J in the list opens today's.")
      }
      wireframe.openDailyNote(days, from: note)
    case .lock:
      guard let note else {
        return say("A note can be locked once it was saved.")
      }
      guard interactor.isLoaded else { return showState() }
      wireframe.changeLock(of: note)
    }
  }

  func leave() {
    guard let route else { return }
    do throws(RouteError) {
      try wireframe.close(route)
    } catch {
      say(error.message, warning: true)
    }
  }

  func linkAutosave() {
    guard let route, !state.isPeek else { return }
    autosave = wireframe.attachAutosave(to: route, duties: self)
  }

  func commitPeek() {
    guard let route, wireframe.commitPeek(route) else { return }
    state.isPeek = false
    linkAutosave()
    showRows()
    if let question = leaving.questionWhilePeeking { ask(question) }
    leaving.questionWhilePeeking = nil
  }

  func ask(_ question: @escaping (EditorPresenter) -> Void) {
    if state.isPeek {
      leaving.questionWhilePeeking = question
      return
    }
    leaving.askAgain = { [weak self] in self.map(question) }
    question(self)
  }
}

extension EditorPresenter: EditorAutosaveDuties {
  func keepUnsavedText() {
    interactor.keep()
  }

  func saveInPassing() {
    leaving.isInPassing = true
    leaving.tookIn = false
    interactor.save(inPassing: true)
  }
}

extension EditorPresenter: EditorInput {
  var isEdited: Bool { interactor.isDirty }
  /// One that was begun and has nothing of its own in it is not there for anybody.
  var note: NoteID? {
    interactor.isUnwritten && !interactor.isDirty ? nil : interactor.note
  }
  var holdsLock: Bool { interactor.holdsLock }

  func noteChangedOutside() {
    interactor.noteChangedOutside()
  }

  func saveToLeave(then goOn: @escaping @MainActor () -> Void) {
    guard !state.isPeek, interactor.isDirty else { return goOn() }
    leaving.goOn = goOn
    save()
  }
}

extension EditorPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    linkAutosave()
    showState()
    // What is typed before the text is there is meant for it.
    if !state.isPeek { wait() }
    interactor.open()
  }

  /// Whoever removed it may not have asked: nothing typed is lost that way.
  func moduleWasRemoved() {
    interactor.keepNow()
    if let note = interactor.wholeNote, let place = placeToKeep { wireframe.left(note, at: place) }
    interactor.stop()
  }

  func programWillEnd() -> String? {
    return interactor.keepNow().map(Self.lossMessage)
  }
}
