/// How the text stands, as the title line says it. It is asked for with each key and seldom says
/// something new: the same text serves again.
struct EditorStatus {
  private var facts: Facts?
  private var text = ""

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
    if now == facts { return text }
    facts = now
    let saved = isDirty ? "modified" : isNew ? "new" : "saved"
    if let words {
      // What most people read silently in a minute.
      let minutes = (words + 199) / 200
      text = "\(words == 1 ? "1 word" : "\(words) words"), \(minutes) min · \(saved)"
    } else {
      text = megabytes > 0 ? "\(megabytes) MB · \(saved)" : saved
    }
    return text
  }
}
