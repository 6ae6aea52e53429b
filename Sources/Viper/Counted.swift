/// `1 note`, `3 notes`; `many` where an s is not enough.
package func counted(_ count: Int, _ word: String, _ many: String? = nil) -> String {
  count == 1 ? "1 \(word)" : "\(count) \(many ?? word + "s")"
}
