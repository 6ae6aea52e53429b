import Bytes
import Services
import VaultSettings

extension DataviewSettings {
  /// What Dataview has in its file. What is not there, or is not what it should be, is as the plugin
  /// begins.
  init(_ settings: [String: JSONReader.Value]) {
    self.init()
    func take(_ name: String, _ field: WritableKeyPath<DataviewSettings, String>) {
      if let text = settings[name]?.text, text.utf8.count <= 200 { self[keyPath: field] = text }
    }
    take("renderNullAs", \.null)
    take("defaultDateFormat", \.dateFormat)
    take("defaultDateTimeFormat", \.dateTimeFormat)
    take("tableIdColumnName", \.fileColumn)
    take("inlineQueryPrefix", \.inlineSign)
    inlineSign = inlineSign.filter { !$0.isWhitespace }
    if inlineSign.isEmpty { inlineSign = DataviewSettings().inlineSign }
    if case .bool(let isShown)? = settings["showResultCount"] { showsCount = isShown }
  }
}
