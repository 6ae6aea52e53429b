import Daily
import Entities
import Services
import TextEngine
import Viper

/// Notes that may not be there yet: they begin with a template, and are made with the first save.
extension EditorInteractor {
  func begin(after plan: NotePlan) {
    guard let planner = services.planner else { return beginUnplanned() }
    scope.run(
      { await planner.plan(plan) },
      then: { [weak self] result in
        guard let self, let planned = try? result.get() else { return }
        self.origin.planned = planned
        if let note = planned.note {
          self.note = note
          self.read(note)
        } else {
          self.begin(Opened())
          self.send(.loaded)
          self.reportPlan()
        }
      })
  }

  private func beginUnplanned() {
    begin(with: Rope(), base: nil, history: nil)
    send(.loaded)
  }

  /// The note's own text, or the one that it begins with.
  func begin(_ opened: Opened) {
    if let start = opened.start {
      return begin(with: start.text, base: start.base, history: opened.history)
    }
    let text = origin.planned.map { Rope($0.text.bytes) } ?? Rope()
    begin(with: text, base: nil, history: nil)
    // What is kept of it is all of it: there is no file that has the rest.
    if !text.isEmpty { keeper.begin(over: nil, from: Rope(), to: text) }
  }

  func reportPlan() {
    guard let planned = origin.planned else { return }
    var place: ByteOffset?
    if isUnwritten { place = ByteOffset(planned.text.cursor ?? text.byteCount) }
    send(.began(cursor: place, problem: planned.problem))
  }
}
