import Editor
import Entities
import NewNotes
import OpenVault
import Services
import Table
import Terminal
import UseCases
import VaultSettings
import Viper

/// A missing note that a link may create.
struct MissingNote: Equatable {
  /// The folder for the note; nil is the folder for new notes.
  var folder: NotePath?
  /// Whether a person typed its name, maybe with a mistake, or only began it.
  var wasTyped = false
}

/// Opening destinations.
extension NotesApp {
  func open(_ destination: Destination) {
    switch destination {
    case .followed(let link, let home):
      leftNotes = []
      let missing = MissingNote(folder: home?.folderOfNew)
      open(link, in: home, missing: container.isReadOnly ? nil : missing)
    case .typed(let name):
      leftNotes = []
      let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      let note = Destination.editor(note: parts[0], part: parts.count == 2 ? parts[1] : nil)
      open(note, in: nil, missing: MissingNote(wasTyped: true))
    default: open(destination, in: nil, missing: nil)
    }
  }

  private func open(_ destination: Destination, in home: LinkHome?, missing: MissingNote?) {
    switch destination {
    case .followed, .typed: open(destination)
    // Without a vault, the list is what follows the login anyway.
    case .list: if container.vault != nil { _ = showList() }
    case .login: chooseVault()
    // A link to a base, which is not a note.
    case .editor(let name, let view) where NotePath(name).isBase:
      renew(wireframe.table(at: TableStart(base: name, view: view, from: home?.note.path.folder)))
    case .board, .editor, .history, .links, .properties:
      openNote(at: destination, in: home, missing: missing)
    case .daily(let day):
      if container.vault == nil {
        destinationAfterLogin = destination
      } else {
        wireframe.newNotes?.openDailyNote(of: day)
      }
    case .search(let query): renew(wireframe.search(query: query))
    case .base(let name, let view):
      renew(wireframe.table(at: TableStart(base: name, view: view)))
    // A screen that shows a vault needs an open one.
    case .module(let name) where container.vault == nil && Screens.needsVault(name):
      destinationAfterLogin = destination
    case .module(let name):
      guard let route = wireframe.route(named: name) else {
        return router.report(.unknownAddress("notes://\(name)"))
      }
      wireframe.attempt(try router.singleTop(route))
    case .guide(let topic, let heading):
      guard container.guide.page(on: topic) != nil else {
        return router.report(.unknownAddress("\(GuideBook.address)/\(topic)"))
      }
      showGuide(at: container.guide.spot(of: heading, on: topic))
    case .guideSpot(let spot): showGuide(at: spot)
    case .found(let note, let beside): open(note, beside: beside)
    case .leftLast: openNoteLeftLast()
    case .palette(let text): showPalette(typing: text)
    case .setting(let setting):
      guard let route = wireframe.settings(at: setting) else { return }
      router.closeBoxes()
      renew(route)
    }
  }

  private func showGuide(at spot: GuideBook.Spot) {
    if container.vault == nil { return destinationAfterLogin = .guideSpot(spot) }
    guard let route = wireframe.guide(at: spot) else { return }
    wireframe.attempt(try router.singleTop(route))
  }

  private func renew(_ route: Route) {
    wireframe.attempt(try router.renewTop(route))
  }

  /// Goes back to the list; returns false if that failed.
  func showList() -> Bool {
    wireframe.attempt(try router.popTo(wireframe.noteList().name)) != nil
  }

  /// Finds the note of a destination and opens it.
  func openNote(
    at destination: Destination, in home: LinkHome? = nil, missing: MissingNote? = nil
  ) {
    guard let vault = container.vault else {
      // Open the vault first; the destination follows.
      destinationAfterLogin = destination
      return
    }
    let finder = NoteFinder(
      index: vault.services.index, links: vault.services.queries.links,
      versions: vault.services.versions)
    typedAhead = typedAhead ?? []
    scope.run(
      { await finder.find(destination, in: home) },
      then: { [weak self, weak vault] found in
        // The request was replaced, or the vault is closed.
        guard let self, var typed = self.typedAhead else { return }
        self.typedAhead = nil
        defer { typed.wipe() }
        guard let vault, vault === self.container.vault else { return }
        // Drop the keys typed for this note: they were not meant for another screen.
        guard let note = (try? found.get()) ?? nil else {
          return self.offer(destination, missing)
        }
        self.go(to: note, as: destination, in: vault)
        self.dispatchTyped(typed)
      })
  }

  /// Offers the notes whose name begins like a typed one, or to make the note.
  private func offer(_ destination: Destination, _ missing: MissingNote?) {
    guard let missing, missing.wasTyped, case .editor(let name, let part) = destination,
      !name.isEmpty, let vault = container.vault
    else { return offerToMake(destination, missing) }
    let index = vault.services.index
    scope.run(
      { (try? await index.find(name)) ?? [] },
      then: { [weak self, weak vault] found in
        guard let self, let vault, vault === self.container.vault else { return }
        let notes = Array(((try? found.get()) ?? []).prefix(9))
        switch notes.count {
        case 0: offerToMake(destination, missing)
        case 1: go(to: FoundNote(id: notes[0].id, part: part), as: destination, in: vault)
        default:
          let rows = notes.map { "\($0.title) · \($0.id.path.text)" }
          wireframe.ask(.list("Open a note", "Which one?", of: rows)) { [weak self] answer in
            guard let self, let number = answer.number, notes.indices.contains(number),
              vault === self.container.vault
            else { return }
            go(to: FoundNote(id: notes[number].id, part: part), as: destination, in: vault)
          }
        }
      })
  }

  private func offerToMake(_ destination: Destination, _ missing: MissingNote?) {
    if let missing, !container.isReadOnly, case .editor(let name, _) = destination,
      wireframe.newNotes?.offerNote(
        named: name, in: missing.folder, wasTyped: missing.wasTyped) == true
    {
      return
    }
    router.notice = "No note is called “\(destination.note ?? "")”."
  }

  func go(to note: FoundNote, as destination: Destination, in vault: VaultScope) {
    if case .editor = destination {
      if let editor = vault.openEditors.visibleEditor(of: note.id) {
        return editor.bringForward(at: note.part)
      }
      if let other = otherWindow(in: vault) {
        return other.openInOtherPane(.note(note.id), at: note.part, on: nil)
      }
    }
    let route =
      switch destination {
      case .history: wireframe.history(of: note.id)
      case .links: wireframe.links(of: note.id)
      case .properties: wireframe.properties(of: note.id)
      case .board: wireframe.board(of: note.id)
      default:
        wireframe.editor(
          .note(note.id), at: note.part.map { .part($0) }, output: vault.changedNotes)
      }
    wireframe.attempt(try router.singleTop(route))
  }

  /// In vim and emacs a note opens in the window that has the cursor. The other window, if there is one.
  private func otherWindow(in vault: VaultScope) -> EditorRoutes? {
    container.preferences.keymap == .default ? nil : vault.openEditors.editorOnTop?.neighbor
  }
}

/// A note that was found, and the part of it to show.
struct FoundNote: Equatable, Sendable {
  var id: NoteID
  var part: String?
}

/// Finds the note that a person means by a path, a file name, a title or an alias.
struct NoteFinder: Sendable {
  let index: any NoteIndex
  let links: any NoteLinks
  let versions: any NoteVersions

  /// Finds the note; nil if none matches, the first in the list if several do. A prefix of a name
  /// does not match, because a link names the whole note. `orGone` also accepts the path of a
  /// deleted note that has versions.
  func find(_ wanted: String, part: String? = nil, orGone: Bool = false) async -> FoundNote? {
    if let note = await exact(wanted) {
      return FoundNote(id: note, part: part?.isEmpty == true ? nil : part)
    }
    // A name may contain a `#` that was not written as `%23`.
    if let part, let note = await exact("\(wanted)#\(part)") { return FoundNote(id: note) }
    guard orGone, let found = try? await versions.versions(of: NoteID(wanted)), !found.isEmpty
    else {
      return nil
    }
    return FoundNote(id: NoteID(wanted))
  }

  /// Finds the note of a destination. In a note's link, the name is resolved relative to that note.
  func find(_ destination: Destination, in home: LinkHome? = nil) async -> FoundNote? {
    switch destination {
    case .editor(let name, let part):
      if let home, let target = try? await links.target(of: name, in: home) {
        return FoundNote(id: target, part: part?.isEmpty == true ? nil : part)
      }
      return await find(name, part: part)
    // A deleted note still has versions.
    case .history(let name): return await find(name, orGone: true)
    case .board(let name), .links(let name), .properties(let name): return await find(name)
    default: return nil
    }
  }

  private func exact(_ wanted: String) async -> NoteID? {
    if let known = index.knownNote(wanted) { return known.id }
    let found = (try? await index.find(wanted)) ?? []
    return found.first { $0.isExact }?.id
  }
}
