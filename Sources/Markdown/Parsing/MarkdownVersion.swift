import CCmark

extension RenderedNote {
  /// What reads Markdown.
  package static var library: String { "cmark-gfm \(String(cString: cmark_tree_library()))" }
}
