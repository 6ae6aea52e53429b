import CCmark

extension RenderedNote {
  /// The name and version of the library that reads Markdown.
  package static var library: String { "cmark-gfm \(String(cString: cmark_tree_library()))" }
}
