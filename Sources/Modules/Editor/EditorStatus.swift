/// How the text stands, as the title line says it. It is asked for with each key and seldom says
/// something new: the same text serves again.
struct EditorStatus {
  private var last: (facts: Facts, text: String)?
  /// What it will say once the text is modified.
  private var next: (facts: Facts, text: String)?

  private struct Facts: Equatable {
    var isDirty: Bool
    var isNew: Bool
    var words: Int?
    var megabytes: Int
  }

  mutating func saying(
    isDirty: Bool, isNew: Bool, words: Int?, megabytes: Int
  ) -> String {
    let now = Facts(isDirty: isDirty, isNew: isNew, words: words, megabytes: megabytes)
    if let last, last.facts == now { return last.text }
    let text = next?.facts == now ? next?.text : nil
    let said = (now, text ?? Self.text(of: now))
    last = said
    return said.1
  }

  /// Has the word ready for the first letter, where the text is saved.
  mutating func prepare() {
    guard var facts = last?.facts, !facts.isDirty else { return }
    facts.isDirty = true
    if next?.facts != facts { next = (facts, Self.text(of: facts)) }
  }

  private static func text(of facts: Facts) -> String {
    let saved = facts.isDirty ? "modified" : facts.isNew ? "new" : "saved"
    guard let words = facts.words else {
      return facts.megabytes > 0 ? "\(facts.megabytes) MB · \(saved)" : saved
    }
    // What most people read silently in a minute.
    let minutes = (words + 199) / 200
    return "\(words == 1 ? "1 word" : "\(words) words"), \(minutes) min · \(saved)"
  }
}
