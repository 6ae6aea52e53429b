import Programs

/// Messages on the desktop, for programs without a terminal.
package enum DesktopNotice {
  /// Shows a message if there is a desktop and `notify-send`.
  package static func show(_ text: String, _ environment: (String) -> String?) async {
    let hasDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains {
      environment($0).map { !$0.isEmpty } ?? false
    }
    guard hasDesktop, let program = ProgramPath.of("notify-send", in: environment("PATH") ?? "")
    else { return }
    _ = await ToolProcess.run([program, "--app-name=notes-tui", "--", "notes-tui", text])
  }
}

/// The program that the desktop opens addresses with.
package enum DesktopHandler {
  /// Makes a `.desktop` file the default for `obsidian://`, if there is `xdg-mime`.
  package static func makeDefault(_ name: String, _ environment: (String) -> String?) async {
    guard let program = ProgramPath.of("xdg-mime", in: environment("PATH") ?? "") else { return }
    _ = await ToolProcess.run([program, "default", name, "x-scheme-handler/obsidian"])
  }
}
