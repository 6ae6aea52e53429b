import Editor
import Entities
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
      let question = Question.line("New note", "Title (leave empty to use the first line):")
      self.wireframe.ask(question) { [weak self] answer in
        guard case .typed(let title) = answer, let self, let vault = self.container.vault
        else { return }
        let plan = NotePlan.after(template, titled: title, folder: folder)
        let route = self.wireframe.editor(.planned(plan), output: vault.changedNotes)
        self.wireframe.attempt { () throws(RouteError) in try self.router.push(route) }
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
    let most = 9
    var question = Question.list("Template", "Which one?", of: templates.prefix(most).map(\.title))
    if templates.count > most, case .choices(let choices, let isList) = question.kind {
      let other = Question.Choice("0", "another, by its name", "named")
      question.kind = .choices(choices + [other], isList: isList)
    }
    wireframe.ask(question) { [weak self] answer in
      if let number = answer.number { return goOn(templates[number].id) }
      if answer == .chosen("named") { self?.askForTemplateName(planner, then: goOn) }
    }
  }

  private func askForTemplateName(
    _ planner: NotePlanner, then goOn: @escaping @MainActor (NoteID) -> Void
  ) {
    wireframe.ask(.line("Template", "Its name:")) { [weak self] answer in
      guard case .typed(let name) = answer, !name.isEmpty else { return }
      self?.scope.run(
        { try await planner.template(named: name) },
        then: { [weak self] template in
          switch template {
          case .success(let template): goOn(template)
          case .failure: self?.router.notice = "There is no template “\(name)”."
          }
        })
    }
  }
}
