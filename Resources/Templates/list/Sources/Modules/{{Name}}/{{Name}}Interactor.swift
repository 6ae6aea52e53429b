import Entities
import Viper

/// Holds the items of the list and reads them.
@MainActor
final class {{Name}}Interactor: {{Name}}Interacting {
  weak var output: (any {{Name}}InteractorOutput)?

  private let cases: {{Name}}Cases
  private let scope: WorkScope
  private var items: [{{Name}}Item] = []

  init(cases: {{Name}}Cases, work: Work) {
    self.cases = cases
    scope = work.scope()
  }

  var count: Int { items.count }

  func title(at index: Int) -> String { items[index].title }

  func note(at index: Int) -> NoteID { items[index].note }

  func load() {
    scope.run(
      { [cases] in await cases.list() },
      then: { [weak self] result in
        guard let self, case .success(let list) = result else { return }
        items = list.items
        output?.rowsChanged()
        output?.loadingEnded(problems: list.problems)
      })
  }

  func stop() {
    scope.end()
  }
}
