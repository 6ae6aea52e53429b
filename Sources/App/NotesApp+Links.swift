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
  func follow(link place: String, makingIn folder: NotePath?) {
    open(place: place, missing: container.isReadOnly ? nil : MissingNote(folder: folder))
  }

  /// False where no note can have the name.
  func offerToMake(_ missing: MissingNote, for place: PlaceAddress, in vault: VaultScope) -> Bool {
    guard case .editor(let name, _) = place, let path = NotePath(linked: name) else { return false }
    let folder = missing.folder.map { $0.bytes.isEmpty ? "" : " in \($0.text)/" } ?? ""
    let question = Question.choice(
      "New note", "No note is called “\(name)”. Make it\(folder)?",
      .init("m", "make it", "make"), .init("l", "leave it", "leave"))
    wireframe.ask(question) { [weak self, weak vault] answer in
      guard answer == .chosen("make"), let self, let vault, vault === self.container.vault
      else { return }
      self.make(path, in: missing.folder, of: vault)
    }
    return true
  }

  /// Under the very name that the link has, so that it leads there.
  private func make(_ path: NotePath, in folder: NotePath?, of vault: VaultScope) {
    let (writer, planner) = (wireframe.noteWriter(), wireframe.notePlanner())
    let text = Array("# \(path.stem.text)\n".utf8)
    scope.run(
      {
        var place = folder
        // What names a folder itself names all of it.
        if place == nil, path.folder.bytes.isEmpty { place = await planner.newNoteFolder() }
        let note = NoteID(place?.appending(path) ?? path)
        try await writer.make(text, at: note)
        return note
      },
      then: { [weak self, weak vault] made in
        guard let self, let vault, vault === self.container.vault else { return }
        switch made {
        case .success(let note):
          vault.listAdapter?.editorDidSave(note)
          self.open(note, beside: false)
        case .failure(let error):
          self.router.notice = (error as? NoteStoreError)?.message ?? "\(error)"
        }
      })
  }

  func open(address: String, then tell: @escaping @MainActor (_ isOpened: Bool) -> Void) {
    guard let opener = container.opener, let command = opener.command(for: address) else {
      return tell(false)
    }
    if opener.takesTerminal {
      guard let runInTerminal else { return tell(false) }
      let problem = runInTerminal(command)
      tell(problem == nil)
      if let problem { router.notice = problem }
      return
    }
    scope.run(
      { await opener.run(command) },
      then: { opened in tell((try? opened.get()) ?? false) })
  }

  func copy(_ text: String) {
    guard let clipboard = container.clipboard else { return }
    scope.run(
      { await clipboard.offer(Array(text.utf8)) },
      then: { [weak self] problem in
        if let problem = (try? problem.get()) ?? nil { self?.router.notice = problem }
      })
  }
}

extension NotePath {
  /// The file that would answer to a link's name; nil where no note can be called so.
  init?(linked name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part.first != "." && part.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
        && part.contains { !$0.isWhitespace }
    }
    guard isPlain, let last = parts.last, last.utf8.count <= NoteFileName.longestStem else {
      return nil
    }
    let isNote = Array(last.utf8).withUnsafeBytes(NoteFileName.isNote)
    if !isNote, Self.hasEnding(last) { return nil }
    self.init(isNote ? name : "\(name).md")
    if isLocked { return nil }
  }

  /// Whether it is the name of a file that is no note: `map.png`.
  private static func hasEnding(_ name: Substring) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
    let ending = name[name.index(after: dot)...]
    return ending.count <= 5 && ending.first?.isLetter == true
      && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
