import Entities
import Services
import Viper

/// The open tasks of a note are ticked from the list.
extension NoteListInteractor {
  func findTasks(of id: NoteID) {
    let (store, texts) = (services.store, services.taskTexts)
    let title = titles(of: .these([id]))[id] ?? id.path.stem.text
    scope.run(
      {
        let text = try await store.read(id)
        return texts.tasks(in: text.bytes).filter(\.facts.isOpen).map {
          TaskRecord(note: id, title: title, line: $0.line, facts: $0.facts)
        }
      },
      then: { [weak self] (result: Result<[TaskRecord], any Error>) in
        guard let self else { return }
        switch result {
        case .success(let tasks):
          self.openTasks = tasks
          self.screen?.tasksWereFound(tasks.map(\.facts.words), inNoteTitled: title)
        case .failure(let error): self.output?.failed(NoteListFailure(error))
        }
      })
  }

  func tickTask(_ number: Int) {
    guard let writing = services.taskWriting, openTasks.indices.contains(number) else { return }
    let (task, clock) = (openTasks[number], services.clock)
    openTasks = []
    scope.run(
      { try await writing.change(task, .toggle, today: Day(clock.civil(clock.now))) },
      then: { [weak self] (result: Result<RewriteReceipt, any Error>) in
        guard let self else { return }
        switch result {
        case .success(let receipt):
          self.done.append(.ticked(receipt))
          self.refresh([task.note]) { [weak self] in
            self?.output?.did(.ticked(task.facts.words, in: task.note))
          }
        case .failure(let error): self.output?.failed(NoteListFailure(error))
        }
      })
  }

  func openAgain(_ receipt: RewriteReceipt) {
    guard let writing = services.taskWriting else { return }
    scope.run(
      { try await writing.undo(receipt) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success:
          self.refresh(receipt.notes) { [weak self] in
            self?.output?.did(.reopened(in: receipt.notes))
          }
        case .failure(let error):
          self.done.append(.ticked(receipt))
          self.output?.failed(NoteListFailure(error))
        }
      })
  }
}
