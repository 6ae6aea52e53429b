/// How the text stands, as the title line says it.
struct EditorStatus {
  var isDirty: Bool
  var isNew: Bool
  var words: Int?
  var megabytes: Int

  var text: String {
    let saved = isDirty ? "modified" : isNew ? "new" : "saved"
    guard let words else { return megabytes > 0 ? "\(megabytes) MB · \(saved)" : saved }
    // What most people read silently in a minute.
    let minutes = (words + 199) / 200
    return "\(words == 1 ? "1 word" : "\(words) words"), \(minutes) min · \(saved)"
  }
}
