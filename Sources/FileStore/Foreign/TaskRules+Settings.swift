import Bytes
import Entities
import Tasks

extension TaskRules {
  /// More are not a person's.
  private static let most = 500

  /// What the Tasks plugin has in its file. What is not there, or is not what it should be, is as the
  /// plugin begins.
  init(_ settings: [String: JSONReader.Value]) {
    self.init()
    func flag(_ name: String, _ standard: Bool) -> Bool {
      if case .bool(let flag)? = settings[name] { flag } else { standard }
    }
    globalFilter = settings["globalFilter"]?.text ?? ""
    hidesGlobalFilter = flag("removeGlobalFilter", false)
    globalQuery = settings["globalQuery"]?.text ?? ""
    writesDone = flag("setDoneDate", true)
    writesCancelled = flag("setCancelledDate", true)
    writesCreated = flag("setCreatedDate", false)
    putsNextBelow = flag("recurrenceOnNextLine", false)
    writesFields = settings["taskFormat"]?.text == "dataview"
    if case .object(let own)? = settings["presets"] { presets = own.compactMapValues(\.text) }
    guard case .object(let all)? = settings["statusSettings"] else { return }
    let read = Self.statuses(all["coreStatuses"]) + Self.statuses(all["customStatuses"])
    if !read.isEmpty { statuses = read }
  }

  private static func statuses(_ list: JSONReader.Value?) -> [TaskStatus] {
    guard case .array(let items)? = list else { return [] }
    return items.prefix(most).compactMap { item -> TaskStatus? in
      guard case .object(let members) = item, let sign = mark(members["symbol"]) else { return nil }
      return TaskStatus(
        sign, members["name"]?.text ?? "", next: mark(members["nextStatusSymbol"]) ?? "x",
        members["type"]?.text.flatMap(TaskType.init) ?? .todo)
    }
  }

  /// A box holds one character alone.
  private static func mark(_ symbol: JSONReader.Value?) -> Unicode.Scalar? {
    guard let scalars = symbol?.text?.unicodeScalars, scalars.count == 1 else { return nil }
    return scalars.first.flatMap { TaskEdit.canStandInBox($0) ? $0 : nil }
  }
}
