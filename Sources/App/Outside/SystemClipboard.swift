import Programs
import Services
package import Terminal

/// The terminal's clipboard, and the desktop's if one of its tools is installed.
@MainActor
package final class SystemClipboard: Clipboard {
  private let environment: (String) -> String?
  private weak var driver: (any Driver)?
  private lazy var tools = ClipboardTools.found(by: environment)
  /// The last copy. Later operations wait for it, so that a paste does not get an older text.
  private var copying: Task<Bool, Never>?

  package init(driver: any Driver, environment: @escaping (String) -> String?) {
    self.driver = driver
    self.environment = environment
  }

  package func offer(_ bytes: [UInt8]) -> Task<String?, Never> {
    let isInTerminal = driver?.offerToClipboard(bytes) ?? false
    guard let tools else {
      return Task {
        isInTerminal
          ? nil
          : "Copied here only: it is too large for the terminal's clipboard, "
            + "and wl-copy, xclip or xsel is not installed."
      }
    }
    let before = copying
    let task = Task {
      _ = await before?.value
      return await ToolProcess.run(tools.copy, input: bytes) != nil
    }
    copying = task
    return Task {
      await task.value || isInTerminal
        ? nil : "Copied here only: \(tools.copy[0]) did not take it. Check that it works alone."
    }
  }

  package var isReadable: Bool { tools != nil }

  package func offered() -> Task<[UInt8]?, Never> {
    let before = copying
    return Task { [tools] in
      guard let tools else { return nil }
      _ = await before?.value
      return await ToolProcess.run(tools.paste, takesOutput: true)
    }
  }
}

extension SystemClipboard {
  /// Copies to the desktop's clipboard without a screen; returns a message if that failed.
  package static func copy(
    _ bytes: [UInt8], _ environment: (String) -> String?
  ) async -> String? {
    guard let tools = ClipboardTools.found(by: environment) else {
      return "nothing was copied: no desktop is here, or wl-copy, xclip or xsel is not installed."
    }
    if await ToolProcess.run(tools.copy, input: bytes) != nil { return nil }
    return "nothing was copied: \(tools.copy[0]) failed. Check that it works alone."
  }
}

extension SystemClipboard {
  /// Reads the desktop's clipboard without a screen; nil if it cannot be read.
  package static func paste(_ environment: (String) -> String?) async -> [UInt8]? {
    guard let tools = ClipboardTools.found(by: environment) else { return nil }
    return await ToolProcess.run(tools.paste, takesOutput: true)
  }
}

/// The commands that write and read a desktop's clipboard.
struct ClipboardTools: Equatable, Sendable {
  var copy: [String]
  var paste: [String]

  /// Returns the tools of the running desktop, if they are installed.
  static func found(by environment: (String) -> String?) -> ClipboardTools? {
    let folders = environment("PATH") ?? ""
    func has(_ variable: String) -> Bool { environment(variable).map { !$0.isEmpty } ?? false }
    var candidates: [ClipboardTools] = []
    if has("WAYLAND_DISPLAY") {
      candidates.append(
        ClipboardTools(copy: ["wl-copy"], paste: ["wl-paste", "--no-newline"]))
    }
    if has("DISPLAY") {
      candidates += [
        ClipboardTools(
          copy: ["xclip", "-selection", "clipboard"],
          paste: ["xclip", "-selection", "clipboard", "-o"]),
        ClipboardTools(
          copy: ["xsel", "--clipboard", "--input"], paste: ["xsel", "--clipboard", "--output"]),
      ]
    }
    candidates.append(ClipboardTools(copy: ["pbcopy"], paste: ["pbpaste"]))
    for tools in candidates {
      guard let copy = ProgramPath.of(tools.copy[0], in: folders),
        let paste = ProgramPath.of(tools.paste[0], in: folders)
      else { continue }
      return ClipboardTools(
        copy: [copy] + tools.copy.dropFirst(), paste: [paste] + tools.paste.dropFirst())
    }
    return nil
  }
}
