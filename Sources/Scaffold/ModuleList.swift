/// The sorted list of modules in `Package.swift`.
struct ModuleList {
  static let opening = "let modules = ["

  let names: [String]
  private let before: Substring
  private let after: Substring

  init(manifest: String, path: String) throws(Refusal) {
    let missing = Refusal("\(path) has no list “\(Self.opening)…]” to add the module to.")
    guard let start = manifest.firstRange(of: Self.opening) else { throw missing }
    let tail = manifest[start.upperBound...]
    guard let end = tail.firstIndex(of: "]") else { throw missing }
    let quoted = tail[..<end].split(separator: "\"", omittingEmptySubsequences: false)
    names = quoted.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    before = manifest[..<start.upperBound]
    after = tail[end...]
  }

  /// The whole manifest with one more module, broken into lines as the formatter leaves them.
  func manifest(adding name: String) -> String {
    let sorted = Set(names + [name]).sorted()
    var lines = [" "]
    for name in sorted {
      let item = " \"\(name)\","
      if (lines.last ?? "").count + item.count > 100 { lines.append(" ") }
      lines[lines.count - 1] += item
    }
    return before + "\n" + lines.joined(separator: "\n") + "\n" + after
  }
}
