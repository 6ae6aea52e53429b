import Editor
import Entities
import Prompt
import Services
import Viper

/// Daily notes, and new notes after templates.
extension NotesApp {
  func openDailyNote(of day: Day?) {
    guard let vault = container.vault else { return }
    let planner = wireframe.notePlanner()
    let day = day ?? planner.today
    scope.run(
      { await planner.dailyNotes().note(of: day) },
      then: { [weak self, weak vault] note in
        guard let self, let vault, vault === self.container.vault else { return }
        if case .success(let note) = note, let editor = vault.desk.editorInSight(of: note) {
          return editor.comeForward(at: nil)
        }
        self.wireframe.attempt { () throws(RouteError) in
          try self.router.singleTop(self.wireframe.dailyNote(day))
        }
      })
  }

  func openDailyNote(_ days: Int, from note: NoteID, in place: RouteHandle) {
    guard let vault = container.vault else { return }
    let planner = wireframe.notePlanner()
    scope.run(
      { await planner.dailyNotes().day(of: note) },
      then: { [weak self, weak vault] day in
        guard let self, let vault, vault === self.container.vault else { return }
        guard let day = (try? day.get()) ?? nil else {
          self.router.notice =
            "“\(note.path.text)” is no daily note: its name is not the one that daily-format gives."
          return
        }
        // Somebody may have gone elsewhere meanwhile.
        guard self.router.isOnTopScreen(place) else { return }
        self.wireframe.attempt { () throws(RouteError) in
          try self.router.replaceTop(self.wireframe.dailyNote(day.advanced(by: days)))
        }
      })
  }

  func makeNoteFromTemplate(in folder: NotePath?) {
    chooseTemplate { [weak self] template in
      guard let self else { return }
      let request = PromptRequest(
        id: "title", title: "New note", text: "Title (leave empty to use the first line):",
        kind: .line(initial: ""))
      self.templateQuestion = self.wireframe.ask(request, for: self) { app, reply in
        guard case .typed(let title) = reply, let vault = app.container.vault else { return }
        let plan = NotePlan.after(template, titled: title, folder: folder)
        let route = app.wireframe.editor(.planned(plan), output: vault.changedNotes)
        app.wireframe.attempt { () throws(RouteError) in try app.router.push(route) }
      }
    }
  }

  func fillTemplate(
    titled title: String, then goOn: @escaping @MainActor (NoteTemplate.Filled) -> Void
  ) {
    chooseTemplate { [weak self] template in
      guard let self, let vault = self.container.vault else { return }
      let planner = self.wireframe.notePlanner()
      self.scope.run(
        { try await planner.text(of: template, title: title) },
        then: { [weak self, weak vault] filled in
          guard let self, let vault, vault === self.container.vault else { return }
          switch filled {
          case .success(let filled): goOn(filled)
          case .failure(let error):
            self.router.notice = (error as? NoteStoreError)?.message ?? "\(error)"
          }
        })
    }
  }

  private func chooseTemplate(then goOn: @escaping @MainActor (NoteID) -> Void) {
    guard let vault = container.vault else { return }
    let planner = wireframe.notePlanner()
    scope.run(
      { (await planner.dailyNotes().templateFolder, try await planner.templates()) },
      then: { [weak self, weak vault] found in
        guard let self, let vault, vault === self.container.vault else { return }
        switch found {
        case .success((let folder, let templates)):
          if templates.isEmpty {
            let place =
              folder.bytes.isEmpty ? "the top folder" : "the folder “\(folder.text)”"
            self.router.notice = "No templates yet: every note in \(place) is one."
          } else {
            self.ask(for: templates, planner, then: goOn)
          }
        case .failure(let error):
          self.router.notice = (error as? NoteIndexError)?.message ?? "\(error)"
        }
      })
  }

  /// As many as keys can choose from; of more any can be named.
  private func ask(
    for templates: [NoteTitle], _ planner: NotePlanner,
    then goOn: @escaping @MainActor (NoteID) -> Void
  ) {
    let keys: [Character] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
    var choices = zip(keys, templates).enumerated().map { index, row in
      PromptChoice(key: row.0, label: row.1.title, id: "\(index)")
    }
    if templates.count > keys.count {
      choices.append(PromptChoice(key: "0", label: "another, by its name", id: "named"))
    }
    let request = PromptRequest(
      id: "template", title: "Template", text: "Which one?", kind: .choices(choices, isList: true))
    templateQuestion = wireframe.ask(request, for: self) { app, reply in
      guard case .chosen(let id) = reply else { return }
      if let index = Int(id), templates.indices.contains(index) { return goOn(templates[index].id) }
      app.askForTemplateName(planner, then: goOn)
    }
  }

  private func askForTemplateName(
    _ planner: NotePlanner, then goOn: @escaping @MainActor (NoteID) -> Void
  ) {
    let request = PromptRequest(
      id: "template-name", title: "Template", text: "Its name:", kind: .line(initial: ""))
    templateQuestion = wireframe.ask(request, for: self) { app, reply in
      guard case .typed(let name) = reply, !name.isEmpty else { return }
      app.scope.run(
        { try await planner.template(named: name) },
        then: { [weak app] template in
          switch template {
          case .success(let template): goOn(template)
          case .failure: app?.router.notice = "There is no template “\(name)”."
          }
        })
    }
  }
}
