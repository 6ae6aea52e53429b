/// What the package says already that a module would say again. Lines and files of the module itself, where
/// it is generated once more, are no clash.
struct Clashes {
  let root: String
  private let ownLines: Set<Substring>
  private let ownFiles: Set<String>

  init(in root: String, own insertions: [Template.Insertion], files: [String]) {
    self.root = root
    ownLines = Set(
      insertions.flatMap { $0.text.split(separator: "\n") }.map { $0.drop { $0 == " " } })
    ownFiles = Set(files)
  }

  /// Throws where a file, or one below a folder, has a refused text.
  func check(_ refusals: [Template.Insertion]) throws(Refusal) {
    for refusal in refusals where !refusal.text.isEmpty {
      for path in try files(at: refusal.path) where try has(refusal.marker, path) {
        throw Refusal("\(refusal.text) Nothing was written.")
      }
    }
  }

  /// Throws where the key means something already, with the letters that are free.
  func check(key: String, in places: [Template.Insertion]) throws(Refusal) {
    guard !key.isEmpty else { return }
    for place in places where try has("\"\(key)\"", place.path) {
      var free = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
      for other in places {
        let text = try Files.read("\(root)/\(other.path)")
        free.removeAll { text.contains("\"\($0)\"") }
      }
      throw Refusal(
        """
        KEY=\(key) is a key of \(place.text) already. These letters are free: \
        \(free.joined(separator: " ")). Nothing was written.
        """)
    }
  }

  private func has(_ marker: String, _ path: String) throws(Refusal) -> Bool {
    guard !ownFiles.contains(path) else { return false }
    return try Files.read("\(root)/\(path)").split(separator: "\n").contains {
      $0.contains(marker) && !ownLines.contains($0.drop { $0 == " " })
    }
  }

  private func files(at path: String) throws(Refusal) -> [String] {
    guard Files.kind(of: "\(root)/\(path)") == .folder else { return [path] }
    var found: [String] = []
    for name in try Files.names(in: "\(root)/\(path)") { found += try files(at: "\(path)/\(name)") }
    return found
  }
}
