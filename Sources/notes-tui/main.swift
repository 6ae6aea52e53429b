import CSystem

Task { print("notes-tui") }
csystem_main_queue_drain()
